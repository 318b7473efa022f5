package io.fleet.scattered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fleet.config.QuorumLayout;
import io.fleet.consensus.MessageRoutes;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.message.Entries;
import io.fleet.scattered.body.PendingBodies;
import io.fleet.storage.VoterState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bodies that a witness hears, where the network multiplies what is sent to all. */
class EntryBodiesTest {
    private static final Configuration SEVEN = Configuration.first(new int[] {1, 2, 3, 4, 5, 6, 7},
        new int[] {2, 3, 4, 5, 6, 7}, 0, 0, List.of()).countedBy(QuorumLayout.parse("groups:2,3,4/5,6,7"));

    private final World world = World.in(SEVEN, 2);
    private Roles roles;
    private MessageRoutes routes;
    private PendingBodies bodies;

    private void begin(final boolean isWitness) {
        world.progress.isWitness = isWitness;
        roles = new Roles(world.context);
        bodies = roles.bodies;
        routes = world.context.routes();
        new EntryBodies(roles, world.election, new RoleRoutes(world.context, (sender, message, now) -> true));
    }

    private int hears(final long sequence, final int part) {
        final EntryBody body = Entries.body(sequence, 9);
        body.part = part;
        routes.dispatch(-1, body, world.now);
        return bodies.unordered();
    }

    @Test
    @Expects("entry-bodies.sent-to-another-part")
    void shouldLetGoOfBodiesOfAnotherPart() { // CM-04
        begin(true);
        assertEquals(0, hears(1, 1));
        assertEquals(1, hears(2, 0));
        assertEquals(2, hears(3, EntryBody.EVERYONE));
        assertEquals(3, hears(4, 2), "there is no such part");
        assertNull(bodies.held(Entries.meta(1)));
        assertNotNull(bodies.held(Entries.meta(2)));
    }

    @Test
    void shouldKeepAllWhereItExecutes() {
        begin(false);
        assertEquals(1, hears(1, 1));
    }

    @Test
    void shouldKeepAllWhereItDoesNotCount() { // S15
        begin(true);
        roles.voting.become(VoterState.LOST);
        assertEquals(1, hears(1, 1));
    }

    @Test
    void shouldNotKeepWhatItNeverOrders() {
        begin(true);
        hears(1, 0);
        bodies.forgetOld(9, world.now + 3 * World.config().retryMillis() * World.MS);
        assertEquals(1, bodies.unordered());
        bodies.forgetOld(9, world.now + 5_000 * World.MS);
        assertEquals(0, bodies.unordered(), "its batcher has sent it again");
    }

    @Test
    void shouldKeepWhatItMayOrder() {
        begin(false);
        hears(2, 0);
        bodies.forgetOld(9, world.now + 60_000 * World.MS);
        assertEquals(1, bodies.unordered(), "it may come to lead");
    }
}
