package io.fleet.ec.group;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.Quorums;
import io.fleet.ec.consensus.SlotConsensusOutbound;
import io.fleet.ec.dissemination.gather.Gatherer;
import io.fleet.storage.mark.Mark;
import java.util.Arrays;
import org.agrona.DirectBuffer;

/**
 * Reads that go past the order (form A of C9, RC-15, RC-16): the newest slot that n - f members name for the key
 * (Q2), returned once max(k, f + 1) members have durably learned everything up to it, who are told what they miss (Q3),
 * and k parts of its entry are there. A key that nobody has written needs no more than the answers (Q4).
 *
 * <p>Why it is linearizable: a write is acknowledged when f + 1 have learned its slot (Q1), and a read returns when
 * f + 1 have learned its own; n - f answers to a later read have one of each among them. While it gathers, a read asks
 * anew from time to time: a value that was overwritten may be reclaimed, and then there is a newer one (Racos 11).
 *
 * <p>Single-threaded, as its {@link CodedGroup}.
 */
public final class QuorumReads {
    private static final Mark PUSHED = Mark.named("quorum-reads.decisions-pushed");
    private static final Mark NEWER = Mark.named("quorum-reads.key-was-written-again");
    private static final Mark GONE = Mark.named("quorum-reads.value-is-gone");
    private static final Mark FULL = Mark.named("quorum-reads.is-full");

    private final int self;
    private final Quorums quorums;
    private final int holders;
    private final long resendNs;
    private final CodedLearner learner;
    private final Gatherer gatherer;
    private final SlotServer server;
    private final SlotServer.Answers answers;
    private final Reading[] readings;
    private ReadOutbound outbound;
    private long lastRound;
    private long lastTicket;
    private int active;

    QuorumReads(final int self, final Quorums quorums, final int dataSegments, final int most, final long resendNs,
                final CodedLearner learner, final Gatherer gatherer, final DecisionLog decisions,
                final Applier applier) {
        this.self = self;
        this.quorums = quorums;
        holders = Math.max(dataSegments, quorums.faults() + 1);
        this.resendNs = resendNs;
        this.learner = learner;
        this.gatherer = gatherer;
        server = new SlotServer(quorums.nodes() * most, decisions, applier);
        readings = new Reading[most];
        Arrays.setAll(readings, i -> new Reading());
        answers = (to, round, slot, id, upTo) -> {
            if (to == self) {
                take(self, round, slot, id);
            } else {
                outbound.slot(to, round, slot, id, upTo);
            }
        };
    }

    /**
     * Lets this node make quorum reads and answer those of others; to be called before anything else, or not at all.
     *
     * @param index       says which slot wrote a key last.
     * @param firstRound  a random number: answers to an earlier process of this node are not taken for others.
     * @param newOutbound where questions and answers go.
     */
    public void serve(final SlotIndex index, final long firstRound, final ReadOutbound newOutbound) {
        server.index(index);
        outbound = newOutbound;
        lastRound = firstRound;
    }

    /**
     * Reads a key. The handler is called within later calls, not in this one.
     *
     * @param key     holds the key; copied.
     * @param offset  of its first byte.
     * @param length  in bytes.
     * @param handler takes in what was found.
     * @param nowNs   the clock.
     * @return a ticket for {@link #cancel}; 0 when as many are under way as there may be.
     * @throws IllegalStateException when this node serves no reads.
     */
    public long read(final DirectBuffer key, final int offset, final int length, final ReadHandler handler,
                     final long nowNs) {
        if (outbound == null) {
            throw new IllegalStateException("this node serves no quorum reads: serve was not called");
        }
        if (active == readings.length) {
            FULL.hit();
            return 0;
        }
        int place = 0;
        while (readings[place].isUsed) {
            place++;
        }
        active++;
        readings[place].start(key, offset, length, handler, ++lastTicket);
        ask(readings[place], nowNs);
        return lastTicket;
    }

    /**
     * Ends a read; its handler is not called any more.
     *
     * @param ticket that was given for it; it need not be under way any more.
     */
    public void cancel(final long ticket) {
        for (final Reading reading : readings) {
            if (reading.isUsed && reading.ticket == ticket) {
                end(reading);
            }
        }
    }

    /**
     * How many reads of this node are under way.
     *
     * @return the number.
     */
    public int active() {
        return active;
    }

    /**
     * A member asks which slot wrote a key last.
     *
     * @param sender the member.
     * @param round  names the question.
     * @param key    holds the key; copied.
     * @param offset of its first byte.
     * @param length in bytes, at least 0.
     */
    public void onGetSlot(final int sender, final long round, final DirectBuffer key, final int offset,
                          final int length) {
        if (isMember(sender) && outbound != null) {
            server.onQuestion(sender, round, key, offset, length);
        }
    }

    /**
     * A member answers that.
     *
     * @param sender the member.
     * @param round  of the question.
     * @param slot   the newest slot that writes the key; 0 for none.
     * @param id     of the entry in it; null for none.
     * @param upTo   the slot up to which the member has all decisions durably.
     */
    public void onSlot(final int sender, final long round, final long slot, final EntryId id, final long upTo) {
        if (isMember(sender) && slot >= 0 && slot <= upTo && (slot == 0) == id.isNull()) {
            learner.onLearned(sender, upTo, true);
            take(sender, round, slot, id);
        }
    }

    private boolean isMember(final int sender) {
        return sender >= 0 && sender < quorums.nodes() && sender != self;
    }

    private void take(final int sender, final long round, final long slot, final EntryId id) {
        for (int i = 0; active > 0 && i < readings.length; i++) {
            final Reading reading = readings[i];
            if (reading.isUsed && reading.round == round) {
                reading.answered |= 1L << sender;
                if (slot > reading.newest) {
                    reading.newest = slot;
                    reading.newestId.set(id);
                }
            }
        }
    }

    int doWork(final boolean isVoter, final long nowNs) {
        int work = server.doWork(isVoter, answers);
        for (int i = 0; active > 0 && i < readings.length; i++) {
            if (readings[i].isUsed) {
                work += advance(readings[i], nowNs);
            }
        }
        return work;
    }

    private int advance(final Reading reading, final long nowNs) {
        if (reading.isEnded) {
            end(reading);
            return 1;
        }
        int work = 0;
        if (Long.bitCount(reading.answered) >= quorums.enough() && reading.newest >= reading.slot) {
            if (reading.newest == 0) {
                end(reading);
                reading.handler.onNothing();
                return 1;
            }
            work += reading.newest > reading.slot ? found(reading) : 0;
        }
        if (reading.slot > 0 && !reading.isHeld && learner.holders(reading.slot) >= holders) {
            reading.isHeld = true;
            work++;
        }
        if (reading.isGone && reading.fetch != 0) {
            GONE.hit();
            reading.fetch = 0;
            reading.handler.onNewer();
            ask(reading, nowNs);
            return work + 1;
        }
        if (reading.isHeld && reading.fetch == 0 && !reading.isGone) {
            reading.fetch = gatherer.fetch(reading.id, reading, nowNs);
            work += reading.fetch == 0 ? 0 : 1;
        }
        if (reading.isUsed && !reading.isEnded && nowNs - reading.askedNs >= resendNs) {
            askAgain(reading, nowNs);
            work++;
        }
        return work;
    }

    private int found(final Reading reading) {
        if (reading.fetch != 0) {
            NEWER.hit();
            gatherer.cancel(reading.fetch);
            reading.fetch = 0;
            reading.handler.onNewer();
        }
        reading.slot = reading.newest;
        reading.id.set(reading.newestId);
        reading.isHeld = false;
        reading.isGone = false;
        push(reading);
        return 1;
    }

    /** Who has not learned the slot is told, so that a slow member does not keep the read waiting. */
    private void push(final Reading reading) {
        if (learner.holders(reading.slot) < holders) {
            PUSHED.hit();
            learner.push(reading.slot);
        }
    }

    private void askAgain(final Reading reading, final long nowNs) {
        if (reading.slot > 0 && !reading.isHeld) {
            push(reading);
        }
        if (reading.slot > 0 && Long.bitCount(reading.answered) >= quorums.enough()) {
            ask(reading, nowNs);
            return;
        }
        reading.askedNs = nowNs;
        for (int member = 0; member < quorums.nodes(); member++) {
            if (member != self && (reading.answered & 1L << member) == 0) {
                outbound.getSlot(member, reading.round, reading.key, 0, reading.keyLength);
            }
        }
        server.onQuestion(self, reading.round, reading.key, 0, reading.keyLength);
    }

    /** A new round: what was answered before does not count in it. */
    private void ask(final Reading reading, final long nowNs) {
        reading.round = ++lastRound;
        reading.answered = 0;
        reading.newest = 0;
        reading.askedNs = nowNs;
        outbound.getSlot(SlotConsensusOutbound.ALL, reading.round, reading.key, 0, reading.keyLength);
        server.onQuestion(self, reading.round, reading.key, 0, reading.keyLength);
    }

    private void end(final Reading reading) {
        if (reading.fetch != 0) {
            gatherer.cancel(reading.fetch);
        }
        reading.isUsed = false;
        active--;
    }
}
