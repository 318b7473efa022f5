package io.fleet.ec.group;

import io.fleet.ec.consensus.EntryId;
import io.fleet.storage.mark.Mark;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * Answers which slot wrote a key last (RC-15), from the prefix that this node had durably learned when it was asked
 * (rule Q2): it waits until all of that is applied, since only then it knows the keys, and says nothing while it is no
 * voter (S15). Bounded; at the bound questions are dropped, and asked again.
 */
final class SlotServer {
    private static final Mark WAITS = Mark.named("slot-server.learned-and-not-applied-yet");
    private static final Mark FULL = Mark.named("slot-server.is-full");

    private final DecisionLog decisions;
    private final Applier applier;
    private final Question[] questions;
    private final EntryId id = new EntryId();
    private SlotIndex index = (key, offset, length, into) -> 0;
    private int waiting;

    /** Where an answer goes. */
    @FunctionalInterface
    interface Answers {
        void answer(int to, long round, long slot, EntryId id, long upTo);
    }

    private static final class Question {
        private final ExpandableArrayBuffer key = new ExpandableArrayBuffer();
        private int keyLength;
        private int sender;
        private long round;
        private long upTo;
        private boolean isUsed;
    }

    SlotServer(final int most, final DecisionLog decisions, final Applier applier) {
        this.decisions = decisions;
        this.applier = applier;
        questions = new Question[most];
        Arrays.setAll(questions, i -> new Question());
    }

    void index(final SlotIndex newIndex) {
        index = newIndex;
    }

    void onQuestion(final int sender, final long round, final DirectBuffer key, final int offset, final int length) {
        Question free = null;
        for (final Question question : questions) {
            if (question.isUsed && question.sender == sender && question.round == round) {
                return;
            }
            free = question.isUsed ? free : question;
        }
        if (free == null) {
            FULL.hit();
            return;
        }
        free.key.putBytes(0, key, offset, length);
        free.keyLength = length;
        free.sender = sender;
        free.round = round;
        free.upTo = decisions.durable();
        free.isUsed = true;
        waiting++;
        if (applier.applied() < free.upTo) {
            WAITS.hit();
        }
    }

    int doWork(final boolean isVoter, final Answers answers) {
        int work = 0;
        for (int i = 0; isVoter && waiting > 0 && i < questions.length; i++) {
            final Question question = questions[i];
            if (question.isUsed && applier.applied() >= question.upTo) {
                question.isUsed = false;
                waiting--;
                work++;
                final long slot = index.newest(question.key, 0, question.keyLength, id);
                answers.answer(question.sender, question.round, slot, slot == 0 ? id.setNull() : id,
                    decisions.durable());
            }
        }
        return work;
    }
}
