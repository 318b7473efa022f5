package io.fleet.node;

import io.fleet.consensus.store.LogKind;
import io.fleet.consensus.store.LogUser;
import io.fleet.storage.EntryMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Keeps what is handed over to a group at its start. */
final class ToldRecords implements Function<LogKind, LogUser> {
    /** A record that was found; the ballot alone of the highest. */
    record Told(LogKind log, long lsn, long ballot, long sequence) {
        @Override
        public String toString() {
            return lsn == 0 ? "highest ballot " + ballot : log + " " + lsn + "." + ballot + " of " + sequence;
        }
    }

    final List<Told> all = new ArrayList<>();

    @Override
    public LogUser apply(final LogKind log) {
        return new LogUser() {
            @Override
            public void onRecovered(final long lsn, final long ballot, final int storageGroup, final EntryMeta meta,
                                    final long bodyPosition) {
                all.add(new Told(log, lsn, ballot, meta.sequence));
            }

            @Override
            public void onRecoveredBallot(final long ballot) {
                all.add(new Told(log, 0, ballot, 0));
            }

            @Override
            public void onDurable(final long lsn, final long ballot, final long position) {
                throw new AssertionError("nothing was written");
            }

            @Override
            public long forgettable(final long covered) {
                throw new AssertionError("nothing is trimmed");
            }
        };
    }
}
