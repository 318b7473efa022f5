package io.fleet.replica.members;

import io.fleet.consensus.ChosenEntry;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.ConfigurationCodec;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Who belongs to the group as of what is applied, and as of what is recorded (S14). */
public final class AppliedMembers {
    /** So many earlier configurations are known, for witnesses that are given a position. */
    private static final int FORMER = 8;

    private Configuration applied = Configuration.UNKNOWN;
    private Configuration recorded = Configuration.UNKNOWN;
    /** Those that were applied before, the newest first; as far back as this process knows. */
    private final ArrayDeque<Configuration> former = new ArrayDeque<>();

    /** {@link Configuration#UNKNOWN} for the first one. */
    public Configuration applied() {
        return applied;
    }

    public Configuration recorded() {
        return recorded;
    }

    /** The state is that of a snapshot. */
    public void begin(final Configuration configuration) {
        former.clear();
        applied = configuration;
        onRecorded(configuration);
    }

    public void onRecorded(final Configuration configuration) {
        recorded = configuration.version() > recorded.version() ? configuration : recorded;
    }

    /** An entry that brings a configuration is applied. */
    public void apply(final ChosenEntry entry, final long lsn) {
        former.addFirst(applied);
        if (former.size() > FORMER) {
            former.removeLast();
        }
        applied = read(entry, lsn, applied);
    }

    /** An entry that brings a configuration is handed to the ordered log. */
    public void record(final ChosenEntry entry, final long lsn) {
        onRecorded(read(entry, lsn, recorded));
    }

    /** As of an applied LSN; null where that is not known any more. */
    public @Nullable Configuration at(final long lsn) {
        if (applied.version() <= lsn) {
            return applied;
        }
        for (final Configuration each : former) {
            if (each.version() <= lsn) {
                return each;
            }
        }
        return null;
    }

    /**
     * Without the configuration that an entry brings nobody knows who votes on what comes next. Each is made out of the
     * one before: one that is not would change the members in more than one step (S14).
     */
    private static Configuration read(final ChosenEntry entry, final long lsn, final Configuration before) {
        final Configuration read = ConfigurationCodec.require(entry.body, entry.offset, entry.meta.length, lsn);
        if (lsn > before.version() && read.number() != before.number() + 1) {
            throw new IllegalStateException("agreement on members is broken: configuration " + read
                + " does not follow " + before);
        }
        return read;
    }
}
