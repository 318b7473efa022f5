package io.fleet.protocol.scattered;

import io.fleet.protocol.message.AcceptedEntry;
import io.fleet.protocol.message.Prepare;
import io.fleet.protocol.message.Promise;
import io.fleet.storage.mark.Mark;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * One candidate's collection of promises at one ballot (S3, F3 to F5). The node makes its own promise durable before
 * it asks anyone (S16), so its ballot was never used before and never will be again. Finds the base and, for each LSN
 * above it, the value with the highest ballot.
 */
final class Campaign {
    private static final Mark HIGHER_BALLOT_FOUND = Mark.named("campaign.value-of-a-higher-ballot-found");
    private static final Mark BASE_RAISED = Mark.named("campaign.base-raised-by-a-promise");
    private static final Mark NEXT_PAGE = Mark.named("campaign.next-page-asked-for");

    private final GroupContext context;
    private final StorageNode storage;
    private final Prepare prepare = new Prepare();
    private final Long2ObjectHashMap<AcceptedEntry> found = new Long2ObjectHashMap<>();
    private final long[] nextLsn;
    private long ballot;
    private long done;
    private long base;
    private long highest;
    private boolean asked;
    private long nextAskNs;

    Campaign(final GroupContext context, final StorageNode storage) {
        this.context = context;
        this.storage = storage;
        nextLsn = new long[context.members().length];
    }

    /** Starts with a ballot above everything known. {@code chosen} is what this replica knows chosen. */
    void start(final long newBallot, final long chosen) {
        ballot = newBallot;
        base = chosen;
        highest = chosen;
        done = 0;
        asked = false;
        found.clear();
        java.util.Arrays.fill(nextLsn, chosen + 1);
        storage.promise(newBallot);
    }

    void stop() {
        ballot = 0;
        found.clear();
    }

    long ballot() {
        return ballot;
    }

    long base() {
        return base;
    }

    /** The highest LSN at which a value was found, or the base. */
    long highest() {
        return Math.max(base, highest);
    }

    /** The values above the base, each with the highest ballot that was seen for its LSN. */
    Long2ObjectHashMap<AcceptedEntry> found() {
        return found;
    }

    int doWork(final long nowNs) {
        if (!asked) {
            if (!storage.isPromiseDurable(ballot)) {
                return 0;
            }
            asked = true;
            nextAskNs = nowNs;
        }
        if (nowNs - nextAskNs < 0) {
            return 0;
        }
        nextAskNs = nowNs + context.resendNs();
        for (int i = 0; i < nextLsn.length; i++) {
            if ((done & 1L << i) == 0) {
                ask(i);
            }
        }
        return 1;
    }

    void onPromise(final int member, final Promise promise) {
        if (promise.ballot != ballot || !asked || isComplete() || promise.fromLsn != nextLsn[member]
            || (done & 1L << member) != 0) {
            return;
        }
        if (promise.chosen > base) {
            BASE_RAISED.hit();
            base = promise.chosen;
        }
        for (int i = 0; i < promise.count; i++) {
            final AcceptedEntry entry = promise.entries[i];
            highest = Math.max(highest, entry.lsn);
            final AcceptedEntry best = found.get(entry.lsn);
            if (best == null) {
                found.put(entry.lsn, new AcceptedEntry().set(entry));
            } else if (entry.ballot > best.ballot) {
                HIGHER_BALLOT_FOUND.hit();
                best.set(entry);
            }
        }
        if (promise.nextLsn > nextLsn[member]) {
            NEXT_PAGE.hit();
            nextLsn[member] = promise.nextLsn;
            ask(member);
        } else {
            done |= 1L << member;
        }
    }

    boolean isComplete() {
        return asked && context.quorum().isReadQuorum(done);
    }

    private void ask(final int member) {
        prepare.ballot = ballot;
        prepare.fromLsn = nextLsn[member];
        context.outbound().send(context.members()[member], prepare);
    }
}
