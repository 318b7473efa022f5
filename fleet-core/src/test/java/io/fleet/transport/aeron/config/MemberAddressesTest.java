package io.fleet.transport.aeron.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.error.ConfigException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MemberAddressesTest {
    private final Map<String, InetAddress[]> names = new HashMap<>();
    private final List<String> asked = new ArrayList<>();
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private long nowNs = 5;
    private final MemberAddresses members = new MemberAddresses(name -> {
        asked.add(name);
        return names.get(name);
    }, tasks::add, () -> nowNs);

    private static InetAddress ip(final String text) {
        try {
            return InetAddress.getByName(text);
        } catch (final UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private void runAll() {
        while (!tasks.isEmpty()) {
            tasks.poll().run();
        }
    }

    @Test
    void shouldKnowLiteralAddressesAtOnceAndAskNobody() {
        members.add("10.0.0.1");
        members.add("fd00::1");
        assertTrue(members.contains(ip("10.0.0.1")));
        assertTrue(members.contains(ip("fd00:0::1")));
        assertTrue(tasks.isEmpty());
    }

    @Test
    @Tag("hazard-X-M6")
    void shouldResolveNamesElsewhereAndOneAfterTheOther() {
        for (int i = 0; i < 50; i++) {
            names.put("node-" + i, new InetAddress[] {ip("10.0.1." + i), ip("10.0.2." + i)});
            members.add("node-" + i);
            members.refresh();
        }
        assertEquals(List.of(), asked, "nothing is resolved by who tells of a member, or meets a stranger");
        assertEquals(1, tasks.size(), "one resolution at a time");
        assertFalse(members.contains(ip("10.0.1.7")));
        runAll();
        assertEquals(50, asked.size());
        assertTrue(members.contains(ip("10.0.1.7")));
        assertTrue(members.contains(ip("10.0.2.49")));
    }

    @Test
    void shouldFollowANameWhoseAddressChanges() {
        names.put("node", new InetAddress[] {ip("10.0.0.1")});
        members.add("node");
        runAll();
        names.put("node", new InetAddress[] {ip("10.0.0.2")});
        members.refresh();
        assertTrue(tasks.isEmpty(), "it was resolved just now");
        nowNs += MemberAddresses.FRESH_NS;
        for (int i = 0; i < 100; i++) {
            members.refresh();
        }
        assertEquals(1, tasks.size());
        assertTrue(members.contains(ip("10.0.0.1")));
        runAll();
        assertTrue(members.contains(ip("10.0.0.2")));
        assertFalse(members.contains(ip("10.0.0.1")));
        names.remove("node");
        nowNs += MemberAddresses.FRESH_NS;
        members.refresh();
        runAll();
        assertTrue(members.contains(ip("10.0.0.2")), "a name server that is away changes nothing");
    }

    @Test
    void shouldForgetWhoHasGoneAsOftenAsItCame() {
        members.add("10.0.0.1");
        members.add("10.0.0.1");
        members.remove("10.0.0.1");
        assertTrue(members.contains(ip("10.0.0.1")));
        members.remove("10.0.0.1");
        members.remove("10.0.0.1");
        assertFalse(members.contains(ip("10.0.0.1")));
        members.add("node");
        members.remove("node");
        runAll();
        assertEquals(List.of(), asked);
    }

    @Test
    void shouldReadAddressesAndNetworks() {
        final Networks networks = Networks.parse("allowedSources", List.of("10.1.2.0/23", "10.9.9.9", "fd00::/8"));
        assertTrue(networks.contains(ip("10.1.3.255")));
        assertFalse(networks.contains(ip("10.1.4.0")));
        assertTrue(networks.contains(ip("10.9.9.9")));
        assertFalse(networks.contains(ip("10.9.9.8")));
        assertTrue(networks.contains(ip("fdff::1")));
        assertFalse(networks.contains(ip("::1")));
        assertTrue(Networks.parse("allowedSources", List.of("0.0.0.0/0")).contains(ip("1.2.3.4")));
        for (final String text : List.of("", "/8", "node", "10.0.0.0/33", "10.0.0.0/", "10.0.0/8", "fd00::/129",
            "10.0.0.0/-1", "10.0.0.0/8/8")) {
            final String refused = assertThrows(ConfigException.class,
                () -> Networks.parse("allowedSources", List.of(text))).getMessage();
            assertTrue(refused.startsWith("allowedSources has '" + text + "', but must"), refused);
        }
    }
}
