package io.fleet.scattered.election;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.replication.AcceptedEntry;
import io.fleet.storage.coverage.CoverageMark;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Which values a new leader proposes again, from what those told that promised (S4, S5): none up to the base, where all
 * is chosen; above it, at each LSN, the value with the highest ballot; and nothing above a configuration (S14).
 */
public final class ReproposalRule {
    private static final CoverageMark HIGHER_BALLOT_FOUND = CoverageMark
        .named("campaign.value-of-a-higher-ballot-found");
    private static final CoverageMark BASE_RAISED = CoverageMark.named("campaign.base-raised-by-a-promise");
    private static final CoverageMark BASE_CAUGHT_UP = CoverageMark.named("campaign.base-raised-by-the-own-replica");
    private static final CoverageMark OVERTAKEN = CoverageMark.named("campaign.configuration-that-was-never-chosen");
    private static final CoverageMark NOT_COUNTED = CoverageMark
        .named("campaign.values-of-one-that-is-in-no-quorum-left-out");
    private static final CoverageMark SETTLED_WITHOUT = CoverageMark
        .named("campaign.configuration-below-a-settled-ballot");
    private static final CoverageMark STOPPED = CoverageMark.named("campaign.stops-at-a-configuration");

    private final Long2ObjectHashMap<AcceptedEntry> found = new Long2ObjectHashMap<>();
    private long base;
    private long highest;
    private long settled;

    /** Begins again. {@code chosen} is what this replica knows chosen. */
    void begin(final long chosen) {
        base = chosen;
        highest = chosen;
        settled = Ballot.NONE;
        found.clear();
    }

    void clear() {
        found.clear();
    }

    /**
     * One page of what a member has accepted.
     *
     * @param counts whether its sender is in quorums: what others have accepted was chosen by those alone, and may have
     *               a higher ballot than what was chosen since (S14).
     */
    void add(final Promise promise, final boolean counts) {
        settled = Math.max(settled, promise.settled);
        if (promise.chosen > base) {
            BASE_RAISED.hit();
            base = promise.chosen;
        }
        if (!counts) {
            NOT_COUNTED.hit();
            return;
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
    }

    /** Up to where all is chosen. */
    public long base() {
        return base;
    }

    /** The highest LSN at which a value was found, or the base. */
    public long highest() {
        return Math.max(base, highest);
    }

    /** The values above the base, each with the highest ballot that was seen for its LSN. */
    public Long2ObjectHashMap<AcceptedEntry> found() {
        return found;
    }

    /**
     * This replica has caught up since the campaign began, perhaps by a snapshot: what it knows to be chosen is not
     * proposed again, as little as what a watermark covers (S4).
     */
    void raiseBase(final long chosen) {
        if (chosen > base) {
            BASE_CAUGHT_UP.hit();
            base = chosen;
        }
    }

    /**
     * Nothing is proposed above a configuration: what comes above it belongs to the next one (S14). A configuration
     * that was found below a value of a higher ballot was never chosen, and never can be: the leader of that ballot had
     * not found it chosen, or it would not have ordered anything above. Nor was one that was ordered below a ballot
     * that was settled ({@code SettledBallot}). A no-op takes its place.
     */
    public void stopAtConfiguration() {
        for (long lsn = base + 1; lsn <= highest(); lsn++) {
            final AcceptedEntry entry = found.get(lsn);
            if (entry == null || !entry.meta.isConfiguration()) {
                continue;
            }
            if (isOvertaken(entry)) {
                OVERTAKEN.hit();
                found.remove(lsn);
            } else {
                STOPPED.hit();
                for (long above = lsn + 1; above <= highest; above++) {
                    found.remove(above);
                }
                highest = lsn;
            }
        }
    }

    private boolean isOvertaken(final AcceptedEntry configuration) {
        if (configuration.ballot < settled) {
            SETTLED_WITHOUT.hit();
            return true;
        }
        for (long lsn = configuration.lsn + 1; lsn <= highest(); lsn++) {
            final AcceptedEntry entry = found.get(lsn);
            if (entry != null && entry.ballot > configuration.ballot) {
                return true;
            }
        }
        return false;
    }
}
