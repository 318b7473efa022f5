package io.fleet.transport.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.SetupFlyweight;
import io.fleet.transport.Refusal;
import io.fleet.transport.aeron.config.AeronConfig;
import io.fleet.transport.aeron.config.MemberAddresses;
import io.fleet.transport.aeron.inbound.SenderGuard;
import io.fleet.transport.aeron.inbound.SenderTable;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DriverGuardsTest {
    private static final int STREAM = 7002;
    private static final int OF_NODE_3 = 7001 + 16 + 3;
    private static final long SECOND_NS = 1_000_000_000L;

    private final List<String> told = new ArrayList<>();
    private long nowNs = 5;
    private final MemberAddresses members = new MemberAddresses(name -> null, task -> {}, () -> nowNs);
    private int nextSession;

    private SenderGuard guard(final Consumer<AeronConfig.Builder> settings) {
        final AeronConfig.Builder builder = AeronConfig.builder();
        settings.accept(builder);
        final SenderGuard guard = new SenderGuard(builder.build(), members, told::add, () -> nowNs);
        for (final int stream : new int[] {STREAM, STREAM - 1, OF_NODE_3}) {
            guard.subscribed(stream);
        }
        return guard;
    }

    private static InetSocketAddress at(final String address) {
        return new InetSocketAddress(ip(address), 40_001);
    }

    private static InetAddress ip(final String address) {
        try {
            return InetAddress.getByName(address);
        } catch (final UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static SetupFlyweight setup(final int stream, final int session) {
        final SetupFlyweight setup = new SetupFlyweight(new UnsafeBuffer(new byte[SetupFlyweight.HEADER_LENGTH]));
        setup.streamId(stream).sessionId(session).initialTermId(7).activeTermId(9).termOffset(64).termLength(1 << 20)
            .mtuLength(1408);
        return setup;
    }

    private static boolean admits(final SenderGuard guard, final SetupFlyweight setup, final String address) {
        return guard.admits(setup, SetupFlyweight.HEADER_LENGTH, at(address));
    }

    /** How many of so many new senders are admitted, as far as the second goes. */
    private int flood(final SenderGuard guard, final int stream, final String address, final int count) {
        int admitted = 0;
        for (int i = 0; i < count; i++) {
            admitted += admits(guard, setup(stream, ++nextSession), address) ? 1 : 0;
        }
        return admitted;
    }

    /** As {@link #flood}, with as many seconds as it takes; and the driver makes an image for each. */
    private int slowFlood(final SenderGuard guard, final int stream, final String address, final int count) {
        int admitted = 0;
        for (int left = count; left > 0; left -= SenderTable.MAX_NEW_PER_ADDRESS) {
            for (int i = 0; i < Math.min(left, SenderTable.MAX_NEW_PER_ADDRESS); i++) {
                if (flood(guard, stream, address, 1) == 1) {
                    guard.onAvailable(stream, nextSession, address + ":40001");
                    admitted++;
                }
            }
            nowNs += SECOND_NS;
        }
        return admitted;
    }

    @Test
    @Tag("hazard-X-H7")
    void shouldRefuseSendersWithLongerTermsThanAnyoneIsConfiguredWith() {
        final SenderGuard guard = guard(config -> config.broadcastTermLength(1 << 22));
        assertTrue(admits(guard, setup(STREAM, 1).termLength(1 << 22), "127.0.0.1"));
        assertTrue(admits(guard, setup(STREAM, 2).termLength(1 << 16), "127.0.0.1"));
        assertFalse(admits(guard, setup(STREAM, 3).termLength(1 << 23), "127.0.0.1"));
        assertFalse(admits(guard, setup(STREAM, 4).termLength(1 << 30), "127.0.0.1"));
        assertEquals(2, guard.refused(Refusal.TERM_LENGTH));
        assertTrue(told.get(0).contains("8388608 bytes, but at most 4194304"), told::toString);
        assertTrue(told.get(0).contains("/127.0.0.1:40001"), told::toString);
    }

    @Test
    @Tag("hazard-X-H7")
    void shouldRefuseSendersWithPacketsThatNoWindowHolds() {
        final SenderGuard guard = guard(config -> config.socketBufferLength(1 << 16).receiverWindowLength(1 << 16));
        assertTrue(admits(guard, setup(STREAM, 1).mtuLength(16_384), "127.0.0.1"), "others may have another mtuLength");
        for (final int mtu : new int[] {0, -32, 480, 1400, 65_536, Integer.MAX_VALUE}) {
            assertFalse(admits(guard, setup(STREAM, 2).mtuLength(mtu), "127.0.0.1"), "mtu " + mtu);
        }
        assertEquals(6, guard.refused(Refusal.MTU));
        assertTrue(told.get(0).contains("mtuLength is 0, but must be a multiple of 32 from 512 to 65504"),
            told::toString);
    }

    @Test
    @Tag("hazard-X-H7")
    void shouldRefuseAnnouncementsThatMakeNoSense() {
        final SenderGuard guard = guard(config -> {});
        assertFalse(admits(guard, setup(STREAM, 1).termLength(0), "127.0.0.1"));
        assertFalse(admits(guard, setup(STREAM, 1).termLength(-1), "127.0.0.1"));
        assertFalse(admits(guard, setup(STREAM, 1).termLength(Integer.MIN_VALUE), "127.0.0.1"));
        assertFalse(admits(guard, setup(STREAM, 1).termLength((1 << 20) + 32), "127.0.0.1"));
        assertFalse(admits(guard, setup(STREAM, 1).termOffset(-64), "127.0.0.1"));
        assertFalse(admits(guard, setup(STREAM, 1).termOffset(33), "127.0.0.1"));
        assertFalse(admits(guard, setup(STREAM, 1).termOffset((1 << 20) + 32), "127.0.0.1"));
        assertFalse(admits(guard, setup(STREAM, 1).activeTermId(6), "127.0.0.1"));
        assertFalse(guard.admits(setup(STREAM, 1), SetupFlyweight.HEADER_LENGTH - 1, at("127.0.0.1")));
        assertEquals(9, guard.refused(Refusal.MALFORMED));
        assertEquals(0, guard.senders());
    }

    @Test
    @Tag("hazard-X-H7")
    void shouldReceiveFromMembersAndAllowedAddressesAloneWhereSomeAreGiven() {
        final SenderGuard guard =
            guard(config -> config.allowedSources(List.of("10.1.0.0/16", "fd00::/8", "10.2.0.9")));
        members.add("192.168.0.1");
        for (final String address : List.of("192.168.0.1", "10.1.255.3", "fd12::1", "10.2.0.9")) {
            assertEquals(1, flood(guard, STREAM, address, 1), address);
        }
        for (final String address : List.of("192.168.0.2", "10.2.0.8", "fe80::1", "127.0.0.1")) {
            assertEquals(0, flood(guard, STREAM, address, 1), address);
        }
        assertEquals(4, guard.refused(Refusal.FOREIGN_ADDRESS));
        assertEquals(4, guard.senders(), "nothing is kept for others");
        members.remove("192.168.0.1");
        assertEquals(0, flood(guard, STREAM, "192.168.0.1", 1), "it is no member any more");
    }

    @Test
    @Tag("hazard-X-H7")
    void shouldNotLetOneAddressLockOutOthers() {
        final SenderGuard guard = guard(config -> {});
        members.add("10.0.0.1");
        assertEquals(SenderTable.MAX_NEW_PER_ADDRESS, flood(guard, STREAM, "10.9.9.9", 5_000));
        assertEquals(5_000 - SenderTable.MAX_NEW_PER_ADDRESS, guard.refused(Refusal.RATE));
        assertEquals(10, flood(guard, STREAM, "10.0.0.1", 10), "a member");
        assertEquals(10, flood(guard, STREAM, "10.0.0.200", 10), "a client");
        final SenderGuard full = guard(config -> {});
        assertEquals(SenderTable.MAX_PER_ADDRESS, slowFlood(full, STREAM, "10.9.9.9", 5_000));
        assertTrue(full.refused(Refusal.PER_ADDRESS) > 0);
        assertEquals(10, flood(full, STREAM, "10.0.0.1", 10), "a member");
        assertEquals(10, flood(full, STREAM, "10.0.0.201", 10), "a client");
        assertEquals(10, flood(full, STREAM - 1, "10.9.9.9", 10), "of another stream");
    }

    @Test
    @Tag("hazard-X-H7")
    void shouldKeepRoomForMembersWhateverStrangersTake() {
        final SenderGuard guard = guard(config -> {});
        members.add("10.0.0.1");
        for (int address = 1; address <= 4; address++) {
            slowFlood(guard, STREAM, "10.9.9." + address, SenderTable.MAX_PER_ADDRESS);
        }
        assertEquals(SenderTable.MAX_STRANGERS, guard.senders());
        assertTrue(guard.refused(Refusal.TOTAL) > 0);
        assertEquals(0, flood(guard, STREAM, "10.0.0.200", 1));
        assertEquals(100, flood(guard, STREAM, "10.0.0.1", 100));
    }

    @Test
    @Tag("hazard-X-H7")
    void shouldBoundHowManyComeInASecondFromManyAddresses() {
        final SenderGuard guard = guard(config -> {});
        members.add("10.0.0.1");
        for (int address = 0; address < 2_000; address++) {
            flood(guard, STREAM, "10.7." + address / 250 + "." + address % 250, 1);
        }
        assertEquals(SenderTable.MAX_NEW, guard.senders());
        assertEquals(1, flood(guard, STREAM, "10.0.0.1", 1));
        nowNs += SECOND_NS;
        assertEquals(1, flood(guard, STREAM, "10.0.0.200", 1));
    }

    @Test
    @Tag("hazard-X-H7")
    void shouldTakeFewStrangersWhereMembersAloneSend() {
        final SenderGuard guard = guard(config -> config.kind(AeronConfig.Kind.MULTICAST)
            .multicastGroup("224.0.1.17:40456"));
        members.add("10.0.0.1");
        assertEquals(SenderGuard.MAX_STRANGERS_AS_MEMBERS, flood(guard, OF_NODE_3, "10.9.9.9", 100));
        assertEquals(2, flood(guard, OF_NODE_3, "10.0.0.1", 2));
        assertEquals(100, flood(guard, 7001, "10.9.9.9", 100), "clients' broadcasts");
    }

    @Test
    @Tag("hazard-X-H7")
    void shouldForgetWhoGoesAndWhoNeverCame() {
        final SenderGuard guard = guard(config -> {});
        while (guard.senders() < SenderTable.MAX_PER_ADDRESS) {
            flood(guard, STREAM, "10.9.9.9", SenderTable.MAX_NEW_PER_ADDRESS);
            nowNs += SECOND_NS;
        }
        nowNs += SenderTable.PATIENCE_NS - SECOND_NS;
        assertTrue(admits(guard, setup(STREAM, 1), "10.9.9.9"), "it is there already");
        guard.onAvailable(STREAM, 1, "10.9.9.9:40001");
        guard.onAvailable(STREAM, 1, "10.9.9.9:40001");
        guard.onAvailable(STREAM, -5, "[fd00::7%eth0]:40001");
        nowNs += SECOND_NS;
        assertEquals(1, flood(guard, STREAM, "10.9.9.9", 1), "those of which nothing came are forgotten");
        guard.onUnavailable(STREAM, 1);
        assertTrue(guard.senders() >= 2, "another subscription receives from it");
        nowNs += 2 * SenderTable.PATIENCE_NS;
        final int before = guard.senders();
        guard.onUnavailable(STREAM, 1);
        guard.onUnavailable(STREAM, -5);
        guard.onUnavailable(STREAM, -5);
        assertEquals(before - 2, guard.senders());
    }

    @Test
    @Tag("hazard-X-H7")
    void shouldKeepNothingForStreamsOnWhichNothingIsReceived() {
        final SenderGuard guard = guard(config -> {});
        for (int second = 0; second < 20; second++) {
            for (int i = 0; i < SenderTable.MAX_NEW_PER_ADDRESS; i++) {
                flood(guard, 10_000 + nextSession, "10.9.9.9", 1);
            }
            nowNs += SECOND_NS;
        }
        assertEquals(0, guard.senders());
        assertEquals("does not receive from /10.9.9.9:40001: nothing is received on its stream, 10000", told.get(0));
        assertEquals(1, flood(guard, STREAM, "10.9.9.9", 1));
        guard.subscribed(STREAM);
        guard.unsubscribed(STREAM);
        assertEquals(1, flood(guard, STREAM, "10.9.9.9", 1), "another subscription is there");
        guard.unsubscribed(STREAM);
        final int before = told.size();
        nowNs += SECOND_NS;
        assertEquals(0, flood(guard, STREAM, "10.9.9.9", 1));
        assertEquals(before, told.size(), "it stops, and a member has not noticed");
        assertEquals(20 * SenderTable.MAX_NEW_PER_ADDRESS + 1, guard.refused(Refusal.STREAM));
    }

    @Test
    @Tag("hazard-X-H7")
    void shouldForgetInTimeWhoNeverCameThoughNobodyIsRefused() {
        final SenderGuard guard = guard(config -> {});
        for (int second = 0; second < 60; second++) {
            for (int address = 0; address < 100; address++) {
                flood(guard, STREAM, "10." + second + ".7." + address, 1);
            }
            nowNs += SECOND_NS;
        }
        assertTrue(guard.senders() <= 11 * 100, guard.senders() + " senders");
        assertTrue(guard.addresses() <= 12 * 100, guard.addresses() + " addresses");
    }

    @Test
    @Tag("hazard-X-H7")
    void shouldAskFewOfThoseThatSendWithoutAnnouncement() {
        final SenderGuard guard = guard(config -> {});
        final DataHeaderFlyweight known = new DataHeaderFlyweight(new UnsafeBuffer(new byte[32]));
        known.streamId(STREAM).sessionId(1);
        final DataHeaderFlyweight unknown = new DataHeaderFlyweight(new UnsafeBuffer(new byte[32]));
        unknown.streamId(STREAM).sessionId(2);
        assertTrue(admits(guard, setup(STREAM, 1), "10.0.0.1"));
        int asked = 0;
        for (int i = 0; i < 10_000; i++) {
            if (guard.admits(unknown, at("10.9.9.9"))) {
                guard.onUnannounced();
                asked++;
            }
            assertTrue(guard.admits(known, at("10.0.0.1")));
        }
        assertEquals(SenderGuard.MAX_UNANNOUNCED, asked);
        assertEquals(10_000 - asked, guard.refused(Refusal.UNANNOUNCED));
        assertTrue(told.get(0).contains("10.9.9.9"), told::toString);
        nowNs += SECOND_NS;
        assertTrue(guard.admits(unknown, at("10.9.9.9")));
    }

    @Test
    @Tag("hazard-X-H7")
    void shouldTellOneRefusalASecondForEachReason() {
        final SenderGuard guard = guard(config -> config.allowedSources(List.of("10.0.0.0/8")));
        flood(guard, STREAM, "127.0.0.1", 1_000);
        admits(guard, setup(STREAM, 1).mtuLength(1), "127.0.0.1");
        assertEquals(2, told.size(), told::toString);
        assertEquals("does not receive from /127.0.0.1:40001: the address is no member's, and none of allowedSources",
            told.get(0));
        nowNs += SECOND_NS;
        flood(guard, STREAM, "127.0.0.1", 1);
        assertTrue(told.get(2).endsWith("allowedSources (and 999 times before it)"), told::toString);
    }

    @Test
    @Tag("hazard-X-H7")
    void shouldTellOneErrorASecond() {
        final QuietErrors errors = new QuietErrors(error -> told.add(error.getMessage()), () -> nowNs);
        for (int i = 0; i < 1_000; i++) {
            errors.onError(new IllegalStateException("error " + i));
        }
        assertEquals(List.of("error 0"), told);
        nowNs += SECOND_NS;
        errors.onError(new IllegalStateException("last"));
        assertEquals("last (and 999 errors before it)", told.get(1));
    }
}
