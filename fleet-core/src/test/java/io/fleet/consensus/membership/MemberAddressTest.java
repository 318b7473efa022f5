package io.fleet.consensus.membership;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MemberAddressTest {
    private static final int ROUNDS = 20_000;

    @Test
    @Tag("hazard-X-M6")
    void shouldTakeAddressesOfOneHostAlone() {
        for (final String address : List.of("10.0.0.1:1", "127.0.0.1:65535", "node-1.example:9001", "node_1:9001",
            "localhost:9001", "n1.example.:9001", "[::1]:9001", "[fd00::1:2]:9001", "[1:2:3:4:5:6:7:8]:1",
            "[::ffff:10.0.0.1]:9001", "y:2")) {
            assertNull(MemberAddress.fault(address), address);
        }
        for (final String address : List.of("", "nowhere", ":9001", "h:", "h:0", "h:65536", "h:1:2", "h x:1", "h/x:1",
            "h|x:1", "[::1:1", "::1:9001", "[::1]", "[h]:1", "[]:1", "[1:2]:1", "[1::2::3]:1", "[12345::]:1",
            "0.0.0.0:9001", "0.1.2.3:9001", "[::]:9001", "[0:0:0:0:0:0:0:0]:9001", "[::ffff:0.0.0.0]:9001",
            "224.0.1.37:9001", "255.255.255.255:9001", "[ff02::1]:9001", "[::ffff:224.0.0.1]:9001",
            "2130706433:9001", "127.1:9001", "300.1.1.1:9001", "10.0.0.01:9001", "0x7f000001:9001", "h.0x1:9001",
            "-h:9001", "h..x:9001", "x".repeat(201) + ":9001")) {
            assertNotNull(MemberAddress.fault(address), address);
        }
    }

    @Test
    void shouldTellWhatAMachineCallsItself() {
        for (final String address : List.of("127.0.0.1:1", "127.9.9.9:1", "[::1]:1", "localhost:1", "LocalHost:1")) {
            assertTrue(MemberAddress.isLoopback(address), address);
            assertFalse(MemberAddress.isRouted(address), address);
        }
        for (final String address : List.of("10.0.0.1:1", "[fd00::1]:1")) {
            assertTrue(MemberAddress.isRouted(address), address);
            assertFalse(MemberAddress.isLoopback(address), address);
        }
        assertFalse(MemberAddress.isRouted("node-1.example:1"), "nobody was asked");
    }

    @Test
    void shouldBearAnyText() {
        final SplittableRandom random = new SplittableRandom(7);
        final String letters = "0123456789abcdefxX.:[]-_%/ \u00e9";
        int sound = 0;
        for (int i = 0; i < ROUNDS; i++) {
            final StringBuilder text = new StringBuilder();
            for (int at = random.nextInt(24); at > 0; at--) {
                text.append(letters.charAt(random.nextInt(letters.length())));
            }
            sound += MemberAddress.fault(text.toString()) == null ? 1 : 0;
            assertFalse(MemberAddress.isLiteral(text.toString()) && text.indexOf("x") >= 0, text::toString);
        }
        assertTrue(sound > 0);
    }
}
