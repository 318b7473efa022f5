package io.fleet.scattered.leader;

import static io.fleet.fixture.message.Entries.ack;
import static io.fleet.fixture.message.Entries.ballot;
import static io.fleet.fixture.message.Entries.meta;
import static io.fleet.fixture.message.Entries.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.config.Persistence;
import io.fleet.config.QuorumLayout;
import io.fleet.config.WriteQuorum;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.error.ConfigException;
import io.fleet.fixture.mark.Expects;
import io.fleet.scattered.World;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

public class WriteSetsTest {
    private static final long B = ballot(2, 1);

    private World world = new World(1, thrifty());
    private WriteSets sets = sets();

    @Test
    void shouldNameASmallestWriteQuorumInTurn() {
        final int[] named = new int[3];
        for (int lsn = 1; lsn <= 30; lsn++) {
            final long set = sets.choose(lsn, 100, EntryBody.EVERYONE, world.now);
            assertEquals(2, Long.bitCount(set));
            for (int i = 0; i < 3; i++) {
                named[i] += (int) (set >>> i & 1);
            }
        }
        for (final int times : named) {
            assertEquals(20, times);
        }
    }

    @Test
    void shouldNameThoseWithTheFewestUnacknowledgedBytes() {
        final long first = sets.choose(1, 1_000_000, EntryBody.EVERYONE, world.now);
        final long spared = ~first & 7;
        for (int lsn = 2; lsn <= 20; lsn++) {
            assertEquals(spared, sets.choose(lsn, 10, EntryBody.EVERYONE, world.now) & spared, "LSN " + lsn);
        }
    }

    @Test
    void shouldForgetTheBytesThatAreAcknowledged() {
        for (int lsn = 1; lsn <= 20; lsn++) {
            sets.choose(lsn, 100, EntryBody.EVERYONE, world.now);
        }
        for (int member = 0; member < 3; member++) {
            assertTrue(sets.unackedBytes(member) > 1_000);
            sets.onAck(member, ack(B, 7, 9, 20), world.now);
            assertTrue(sets.unackedBytes(member) <= 228, "LSN 8 at most is left");
            sets.onAck(member, ack(B, 20), world.now);
            assertEquals(0, sets.unackedBytes(member));
        }
    }

    @Test
    void shouldForgetTheBytesOfEntriesThatAreNeverAcknowledged() {
        for (int lsn = 1; lsn <= 64 * 5; lsn++) {
            sets.choose(lsn, 100, EntryBody.EVERYONE, world.now);
        }
        for (int member = 0; member < 3; member++) {
            assertTrue(sets.unackedBytes(member) <= 64 * 228);
        }
    }

    @Test
    @Expects("write-sets.too-few-to-choose-from")
    void shouldNameEveryoneBeforeAQuorumWasHeard() {
        sets.begin(0, 64);
        assertEquals(OrderEntry.EVERYONE, sets.choose(1, 10, EntryBody.EVERYONE, world.now));
        sets.onAck(0, ack(B, 0), world.now);
        assertEquals(OrderEntry.EVERYONE, sets.choose(2, 10, EntryBody.EVERYONE, world.now));
        sets.onAck(2, ack(B, 0), world.now);
        assertEquals(5, sets.choose(3, 10, EntryBody.EVERYONE, world.now));
    }

    @Test
    @Expects("write-sets.late-or-silent-node-passed-over")
    void shouldPassOverANodeThatIsSilent() {
        world.advance(401);
        sets.onAck(0, ack(B, 0), world.now);
        sets.onAck(1, ack(B, 0), world.now);
        for (int lsn = 1; lsn <= 10; lsn++) {
            assertEquals(3, sets.choose(lsn, 10, EntryBody.EVERYONE, world.now));
        }
    }

    @Test
    @Expects("write-sets.named-node-is-late")
    void shouldFindEachEntryOnceOfWhichANamedNodeIsLate() {
        final long set = sets.choose(1, 10, EntryBody.EVERYONE, world.now);
        world.learner.onOrder(order(B, 0, 1, meta(1)));
        world.advance(79);
        assertEquals(0, sets.nextLate(world.learner, world.now));
        world.advance(1);
        assertEquals(1, sets.nextLate(world.learner, world.now));
        assertEquals(0, sets.nextLate(world.learner, world.now));
        assertEquals(OrderEntry.EVERYONE, sets.choose(2, 10, EntryBody.EVERYONE, world.now), "both of " + set
            + " rest");
    }

    @Test
    void shouldNotWaitForAnEntryThatIsChosen() {
        final long set = sets.choose(1, 10, EntryBody.EVERYONE, world.now);
        world.learner.onOrder(order(B, 0, 1, meta(1)));
        for (int member = 0; member < 3; member++) {
            if ((set >>> member & 1) != 0) {
                world.learner.onAck(member, ack(B, 1));
            }
        }
        world.advance(1_000);
        assertEquals(0, sets.nextLate(world.learner, world.now));
    }

    @Test
    void shouldLetANodeThatIsLateRestLongerEachTime() {
        world = new World(1, thrifty().withHedgeMillis(5));
        sets = sets();
        long lsn = 0;
        long before = 0;
        long since = world.now;
        for (int times = 0; times < 4; times++) {
            long set = 0;
            while ((set & 4) == 0) {
                acknowledge(lsn, set);
                world.advance(1);
                hear();
                set = sets.choose(++lsn, 1, EntryBody.EVERYONE, world.now);
            }
            assertTrue(world.now - since > before, "after " + times + " rests");
            before = world.now - since;
            acknowledge(lsn, set & ~4);
            world.advance(5);
            assertEquals(lsn, sets.nextLate(world.learner, world.now));
            since = world.now;
        }
        assertEquals(160, before / World.MS, 10);
    }

    @Test
    void shouldMakeItsPatienceOfTheLatenciesItMeasures() {
        assertEquals(80 * World.MS, sets.delayNs(), "nothing is measured yet");
        long lsn = 0;
        for (int i = 0; i < 100; i++) {
            final long set = sets.choose(++lsn, 1, EntryBody.EVERYONE, world.now);
            world.advance(10);
            hear();
            acknowledge(lsn, set);
        }
        assertEquals(10.0, (double) sets.delayNs() / World.MS, 0.5);
        for (int i = 0; i < 100; i++) {
            final long set = sets.choose(++lsn, 1, EntryBody.EVERYONE, world.now);
            hear();
            acknowledge(lsn, set);
        }
        assertEquals(2 * World.MS, sets.delayNs(), "a floor, so that a fast disk is not hedged for nothing");
        for (int i = 0; i < 100; i++) {
            final long set = sets.choose(++lsn, 1, EntryBody.EVERYONE, world.now);
            world.advance(300);
            hear();
            acknowledge(lsn, set);
        }
        assertEquals(80 * World.MS, sets.delayNs(), "later than that, orders come again anyhow");
    }

    @Test
    void shouldBeAsPatientAsItIsTold() {
        world = new World(1, thrifty().withHedgeMillis(7));
        sets = sets();
        assertEquals(7 * World.MS, sets.delayNs());
    }

    @Test
    void shouldNameEveryoneUnlessItIsThrifty() {
        world = new World(1, World.config());
        sets = sets();
        assertEquals(OrderEntry.EVERYONE, sets.choose(1, 10, EntryBody.EVERYONE, world.now));
        world.advance(1_000);
        assertEquals(0, sets.nextLate(world.learner, world.now));
    }

    @Test
    void shouldBeThriftyOnlyWhereRecordsMayBeInAnyOrder() {
        final GroupConfig ordered = thrifty().withPersistence(Persistence.ORDERED);
        assertEquals("copies is QUORUM and persistence is ORDERED,"
            + " but copies must be ALL unless persistence is SCATTERED",
            assertThrows(ConfigException.class, ordered::check).getMessage());
        assertEquals(WriteQuorum.ALL, ordered.withCopies(WriteQuorum.ALL).check().copies());
    }

    public static GroupConfig thrifty() {
        return World.config().withCopies(WriteQuorum.QUORUM);
    }

    /** Three full members in one storage group, and three witnesses in another. */
    @Test
    void shouldNameOneStorageGroupAndAllThatExecute() {
        final Configuration six = Configuration.first(new int[] {1, 2, 3, 4, 5, 6}, new int[] {4, 5, 6}, 0, 0, List
            .of());
        nameIn(six.countedBy(QuorumLayout.parse("groups:1,2,3/4,5,6")));
        final int[] named = new int[2];
        for (int lsn = 1; lsn <= 20; lsn++) {
            final long set = sets.choose(lsn, 100, EntryBody.EVERYONE, world.now);
            named[set == OrderEntry.EVERYONE ? 1 : 0]++;
            assertTrue(set == OrderEntry.EVERYONE || set == 0b111, "LSN " + lsn);
            assertTrue(sets.hasAllFull(set));
        }
        assertTrue(named[0] > 5 && named[1] > 5, named[0] + " and " + named[1]);
        nameIn(six.countedBy(QuorumLayout.parse("groups:4,5/6")));
        final long one = sets.choose(1, 100, EntryBody.EVERYONE, world.now);
        final long other = sets.choose(2, 100, EntryBody.EVERYONE, world.now);
        assertEquals(Set.of(0b11111L, 0b100111L), Set.of(one, other));
    }

    @Test
    void shouldNameASmallestQuorumOfTheLightestPart() {
        world = World.in(Configuration.first(new int[] {1, 2, 3, 4}, 0, 0, List.of())
            .countedBy(QuorumLayout.parse("grid:1,2/3,4")), 1, thrifty());
        sets = sets(4);
        final long first = sets.choose(1, 1_000_000, EntryBody.EVERYONE, world.now);
        assertTrue(first == 0b101 || first == 0b1010);
        for (int lsn = 2; lsn <= 20; lsn++) {
            assertEquals(~first & 0b1111, sets.choose(lsn, 10, EntryBody.EVERYONE, world.now), "LSN " + lsn);
        }
        sets.passOver(Long.numberOfTrailingZeros(~first & 0b1111), world.now);
        assertEquals(first, sets.choose(21, 10, EntryBody.EVERYONE, world.now), "a column is whole or is none");
        sets.nameAll(world.now);
        assertEquals(OrderEntry.EVERYONE, sets.choose(22, 10, EntryBody.EVERYONE, world.now),
            "another quorum system may follow");
        world.advance(10_000);
        sets = sets(4);
        assertTrue(sets.choose(1, 10, EntryBody.EVERYONE, world.now) != OrderEntry.EVERYONE);
    }

    private void twoGroups() {
        nameIn(Configuration.first(new int[] {1, 2, 3, 4, 5, 6, 7}, new int[] {2, 3, 4, 5, 6, 7}, 0, 0, List.of())
            .countedBy(QuorumLayout.parse("groups:2,3,4/5,6,7")));
    }

    @Test
    @Expects("write-sets.another-part-than-has-the-body")
    void shouldNameThePartThatHasTheBody() { // CM-04
        twoGroups();
        for (int lsn = 1; lsn <= 20; lsn++) {
            assertEquals(0b1110001, sets.choose(lsn, 100, 1, world.now), "LSN " + lsn);
        }
        assertEquals(0b1111, sets.choose(21, 100, 0, world.now));
        assertEquals(0b1111, sets.choose(22, 100, 2, world.now), "there is no such part, so the lightest");
        sets.passOver(5, world.now);
        sets.passOver(6, world.now);
        assertEquals(0b1111, sets.choose(23, 100, 1, world.now), "too few of it can be named");
    }

    @Test
    @Expects("open-parts.part-is-not-open")
    void shouldSayWhichPartsTakeBodies() {
        twoGroups();
        assertEquals(0b11, open());
        sets.choose(1, 1_000_000, 1, world.now);
        sets.choose(2, 1_000_000, 1, world.now);
        sets.choose(3, 1_000_000, 1, world.now);
        assertEquals(0b01, open(), "the other one has much more to do");
        for (int member = 4; member < 7; member++) {
            sets.onAck(member, ack(B, 3), world.now);
        }
        assertEquals(0b11, open());
        sets.choose(4, 1_000_000, 1, world.now);
        assertEquals(0b11, open(), "one long entry closes nothing");
        sets.passOver(1, world.now);
        sets.passOver(2, world.now);
        assertEquals(0b10, open(), "one of three is not enough");
        sets.nameAll(world.now);
        assertEquals(0, open(), "all are named");
        assertEquals(Order.PARTS_TOLD, sets.lastOpen());
        sets = new WriteSets(world.context);
        sets.begin(0, 64);
        assertEquals(0, open(), "nobody has acknowledged anything at this ballot");
        nameIn(Configuration.first(new int[] {1, 2, 3}, 0, 0, List.of()));
        assertEquals(0, sets.open(world.now), "there are no parts, and nobody says so");
    }

    private long open() {
        world.now += World.MS;
        final long open = sets.open(world.now);
        assertTrue((open & Order.PARTS_TOLD) != 0);
        return open & ~Order.PARTS_TOLD;
    }

    @Test
    @Expects("write-sets.late-entry-goes-to-another-part-too")
    void shouldNameAnotherPartTooWhereOneIsLate() { // S6: what is chosen rests on acknowledgements alone
        nameIn(Configuration.first(new int[] {1, 2, 3, 4, 5, 6, 7}, new int[] {2, 3, 4, 5, 6, 7}, 0, 0, List.of())
            .countedBy(QuorumLayout.parse("groups:2,3/4,5/6,7")));
        final long first = sets.choose(1, 100, 0, world.now);
        assertEquals(0b111, first);
        world.advance(80);
        assertEquals(1, sets.nextLate(world.learner, world.now));
        final long second = sets.wider(1, first, world.now);
        assertTrue(second == 0b11111 || second == 0b1100111, "one of the other two: " + Long.toBinaryString(second));
        final int other = Long.numberOfTrailingZeros(second & ~first);
        assertTrue(sets.unackedBytes(other) > 0, "it counts as asked");
        assertEquals(0, sets.nextLate(world.learner, world.now), "told once");
        world.advance(80);
        assertEquals(0, sets.nextLate(world.learner, world.now), "those have to ask for the body, and have more time");
        world.advance(80);
        assertEquals(1, sets.nextLate(world.learner, world.now));
        assertEquals(OrderEntry.EVERYONE, sets.wider(1, second, world.now));
        assertEquals(0, sets.nextLate(world.learner, world.now));
    }

    @Test
    void shouldNameEveryoneWhereNoOtherPartCanWrite() {
        twoGroups();
        final long set = sets.choose(1, 100, 0, world.now);
        assertEquals(OrderEntry.EVERYONE, sets.wider(1, set, world.now), "with the other group these are all");
        nameIn(Configuration.first(new int[] {1, 2, 3}, 0, 0, List.of()));
        assertEquals(OrderEntry.EVERYONE, sets.wider(1, 0b11, world.now), "there are no parts");
    }

    @Test
    void shouldGiveThoseMoreTimeWhoHaveToAskForTheBody() {
        twoGroups();
        sets.passOver(4, world.now);
        sets.passOver(5, world.now);
        assertEquals(0b1111, sets.choose(1, 100, 1, world.now), "the part that has it cannot write");
        world.advance(85);
        assertEquals(0, sets.nextLate(world.learner, world.now));
        world.advance(5);
        assertEquals(1, sets.nextLate(world.learner, world.now));
    }

    private void nameIn(final Configuration configuration) {
        world = World.in(configuration, 1);
        sets = sets(configuration.members().size());
    }

    private WriteSets sets() {
        return sets(3);
    }

    private WriteSets sets(final int members) {
        final WriteSets made = new WriteSets(world.context);
        made.begin(0, 64);
        for (int member = 0; member < members; member++) {
            made.onAck(member, ack(B, 0), world.now);
        }
        return made;
    }

    private void hear() {
        for (int member = 0; member < 3; member++) {
            sets.onAck(member, ack(B, 0), world.now);
        }
    }

    private void acknowledge(final long lsn, final long set) {
        for (int member = 0; member < 3; member++) {
            if ((set >>> member & 1) != 0) {
                sets.onAck(member, ack(B, 0, lsn, lsn), world.now);
            }
        }
    }
}
