package io.fleet.client.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.fixture.mark.Expects;
import io.fleet.session.CommandFrame;
import io.fleet.session.ReplyFrame;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ReplyAcknowledgementTest extends BatcherFixture {
    @Test
    @Tag("hazard-S-B2")
    @Expects("batcher.answers-confirmed-while-idle")
    void shouldSayOnceWhileIdleThatLongAnswersAreHere() { // S9, S13
        open();
        send(1, "a");
        final long sequence = wire.last().frames().get(0).sequence;
        reply(ReplyFrame.OK, SESSION, sequence, "x".repeat(100_000));
        final int before = wire.bodies.size();
        run(99);
        assertEquals(before, wire.bodies.size(), "not while a command may come that says it");
        run(500);
        assertEquals(before + 1, wire.bodies.size());
        final Body.Frame confirmation = wire.last().frames().get(0);
        assertEquals(CommandFrame.CONFIRM, confirmation.kind);
        assertEquals(SESSION, confirmation.session);
        assertEquals(sequence + 1, confirmation.oldest);
        run(5_000);
        assertEquals(before + 1, wire.bodies.size(), "once");
    }

    @Test
    @Tag("hazard-S-B2")
    void shouldSayNothingOfShortAnswers() {
        open();
        for (int i = 1; i < 100; i++) {
            send(i, "a");
            reply(ReplyFrame.OK, SESSION, wire.last().frames().get(0).sequence, "y".repeat(1_000));
        }
        final int before = wire.bodies.size();
        run(5_000);
        assertEquals(before, wire.bodies.size(), "each command has said that the answers before it are here");
        assertTrue(before > 99);
    }
}
