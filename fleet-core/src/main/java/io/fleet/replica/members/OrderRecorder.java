package io.fleet.replica.members;

import io.fleet.consensus.ChosenEntries;
import io.fleet.consensus.ChosenEntry;
import io.fleet.consensus.store.OrderedLogWriter;
import io.fleet.storage.coverage.CoverageMark;

/** Hands chosen entries to the ordered log, as a rule those that are applied. */
public final class OrderRecorder {
    private static final CoverageMark WITH_BODY = CoverageMark.named("replica.recorded-with-its-body");
    private static final CoverageMark WITHOUT_BODY = CoverageMark.named("replica.recorded-without-its-body");
    private static final CoverageMark AHEAD = CoverageMark.named("replica.recorded-ahead-of-what-is-applied");
    private static final CoverageMark NO_ROOM = CoverageMark.named("replica.ordered-log-had-no-room");
    private static final long UNKNOWN = -1;

    private final OrderedLogWriter log;
    private final AppliedMembers members;
    private final int window;
    private final ChosenEntry entry = new ChosenEntry();
    /** Up to where the log held, when it last did, what was not to be applied yet; not known before it matters. */
    private long ahead = UNKNOWN;

    /**
     * Records into a log.
     *
     * @param log     the ordered log.
     * @param members hear of configurations.
     * @param window  how many entries the log may have that are not durable.
     */
    public OrderRecorder(final OrderedLogWriter log, final AppliedMembers members, final int window) {
        this.log = log;
        this.members = members;
        this.window = window;
    }

    /** The replica applies again: what is recorded it has to catch up with. */
    public void resume() {
        ahead = log.appended();
    }

    /**
     * Whether the replica has to catch up with what was recorded ahead of it.
     *
     * @param applied up to where all is applied.
     */
    public boolean isBehind(final long applied) {
        ahead = ahead == UNKNOWN ? log.appended() : ahead;
        return applied < ahead;
    }

    /**
     * Up to where entries may be recorded. What is recorded ahead is read back once it is durable, so a replica that
     * has nearly caught up lets nothing more go ahead, or it would never be done. While another thread applies an
     * entry, the storage role goes on where it would wait otherwise.
     */
    private long recordable(final ChosenEntries chosen, final long applied, final boolean isPaused,
                            final boolean isAway) {
        if (isPaused || log.appended() - applied > window / 2
            || isAway && (chosen.chosen() - applied > window / 2 || chosen.isCrowded())) {
            return chosen.chosen();
        }
        return applied;
    }

    /**
     * Hands over what may be, as far as the log has room and bodies that are on their way to the disk have arrived
     * there.
     *
     * @param chosen   what the mode has learnt.
     * @param applied  up to where all is applied.
     * @param isPaused whether nothing is applied.
     * @param isAway   whether another thread applies an entry.
     * @return how many entries were handed over.
     */
    public int record(final ChosenEntries chosen, final long applied, final boolean isPaused, final boolean isAway) {
        int work = 0;
        final long upTo = recordable(chosen, applied, isPaused, isAway);
        while (log.appended() < upTo && log.appended() - log.durable() < window) {
            final long lsn = log.appended() + 1;
            final long position = chosen.bodyPosition(lsn);
            if (position == ChosenEntries.ON_ITS_WAY || !chosen.read(lsn, entry)) {
                break;
            }
            if (!append(lsn, position)) {
                NO_ROOM.hit();
                break;
            }
            if (entry.meta.isConfiguration()) {
                members.record(entry, lsn);
            }
            if (lsn > applied) {
                AHEAD.hit();
                ahead = lsn;
            }
            work++;
        }
        return work;
    }

    private boolean append(final long lsn, final long position) {
        if (position == ChosenEntries.NOT_STORED) {
            WITH_BODY.hit();
            return log.append(lsn, entry.meta, entry.body, entry.offset);
        }
        if (position == ChosenEntries.ELSEWHERE) {
            WITHOUT_BODY.hit();
            return log.appendWithoutBody(lsn, entry.meta);
        }
        return log.appendReference(lsn, entry.meta, position);
    }
}
