package io.fleet.consensus.audience;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fleet.config.QuorumLayout;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.membership.MemberRole;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.Order;
import io.fleet.fixture.mark.Expects;
import java.util.List;
import org.junit.jupiter.api.Test;

class BodyAudienceTest {
    private static final long B = 9;

    private final BodyAudience audience = new BodyAudience(-1);
    private final Order order = new Order();
    private final ReplyBatch answers = new ReplyBatch();

    /** One that executes, an observer, and witnesses in parts, but for the last one, which has no place yet. */
    private static Configuration configuration(final String layout) {
        return Configuration.first(new int[] {10, 20, 30, 40, 50, 60}, new int[] {20, 30, 40, 50, 60}, 0, 0, List.of())
            .withObserver(70, "").countedBy(QuorumLayout.parse(layout));
    }

    private void open(final long ballot, final long parts) {
        order.ballot = ballot;
        order.openParts = Order.PARTS_TOLD | parts;
        audience.hear(order);
    }

    private String next(final int count) {
        final StringBuilder parts = new StringBuilder();
        for (int i = 0; i < count; i++) {
            parts.append(audience.next(B)).append(' ');
        }
        return parts.toString();
    }

    @Test
    @Expects("body-audience.part-chosen")
    void shouldSendToOneOpenPartAfterTheOther() {
        audience.members(configuration("groups:20/30/40,50"));
        open(B, 0b111);
        final int first = audience.next(B);
        assertEquals((first + 1) % 3, audience.next(B));
        assertEquals((first + 2) % 3, audience.next(B));
        open(B, 0b101);
        assertEquals(audience.next(B) == 0 ? "2 0 2 " : "0 2 0 ", next(3));
        open(B, 0b010);
        assertEquals("1 1 1 ", next(3));
    }

    @Test
    void shouldReachThePartAndAllThatExecute() {
        audience.members(configuration("groups:20,30/40,50"));
        assertArrayEquals(new int[] {10, 20, 30, 70}, audience.nodes(0));
        assertArrayEquals(new int[] {10, 40, 50, 70}, audience.nodes(1));
        assertNull(audience.nodes(2));
        assertNull(audience.nodes(EntryBody.EVERYONE));
        audience.members(configuration("grid:20,30/40,50"));
        assertArrayEquals(new int[] {10, 20, 40, 70}, audience.nodes(0), "a column");
        audience.members(configuration("groups:20,30/40,50").withLearner(80, "", GroupMember.NOBODY,
            MemberRole.STORAGE));
        assertArrayEquals(new int[] {10, 20, 30, 70, 80}, audience.nodes(0), "who learns keeps all bodies");
    }

    @Test
    void shouldSendToAllUnlessTheLeaderOfTheBallotSaysOtherwise() {
        audience.members(configuration("groups:20,30/40,50"));
        assertEquals(EntryBody.EVERYONE, audience.next(B), "nobody has said anything");
        open(B - 1, 0b11);
        assertEquals(EntryBody.EVERYONE, audience.next(B), "another leader said so");
        open(B, 0);
        assertEquals(EntryBody.EVERYONE, audience.next(B));
        open(B, 0b1100);
        assertEquals(EntryBody.EVERYONE, audience.next(B), "there are no such parts");
        open(B, 0b1101);
        assertEquals("0 0 ", next(2));
        audience.members(configuration("majority"));
        assertEquals(EntryBody.EVERYONE, audience.next(B));
        assertNull(audience.nodes(0));
    }

    @Test
    void shouldSendToAllWhereAllExecute() {
        audience.members(Configuration.first(new int[] {1, 2, 3, 4}, 0, 0, List.of())
            .countedBy(QuorumLayout.parse("groups:1,2/3,4")));
        open(B, 0b11);
        assertEquals(EntryBody.EVERYONE, audience.next(B));
        audience.members(Configuration.UNKNOWN);
        assertEquals(EntryBody.EVERYONE, audience.next(B));
    }

    @Test
    void shouldTellClientsWhatTheLeaderOfTheirAnswersSaid() {
        audience.members(configuration("groups:20,30/40,50"));
        open(B, 0b10);
        answers.ballot = B;
        audience.tell(answers);
        assertEquals(Order.PARTS_TOLD | 0b10, answers.openParts);
        final BodyAudience client = new BodyAudience(3);
        client.members(configuration("groups:20,30/40,50"));
        client.hear(answers);
        assertEquals(1, client.next(B));
        answers.ballot = B - 1;
        audience.tell(answers);
        assertEquals(0, answers.openParts, "another leader's");
        client.hear(answers);
        assertEquals(1, client.next(B), "an older leader's word means nothing");
        answers.ballot = B;
        answers.openParts = 0;
        client.hear(answers);
        assertEquals(1, client.next(B), "who has heard nothing says nothing");
        answers.openParts = Order.PARTS_TOLD;
        client.hear(answers);
        assertEquals(EntryBody.EVERYONE, client.next(B));
        answers.reads = true;
        audience.tell(answers);
        assertEquals(0, answers.openParts);
    }
}
