package io.fleet.testkit.disk;

import io.fleet.testkit.fault.FaultKind;
import java.util.Arrays;
import java.util.Locale;

/** How many disk faults of each kind had which effect. */
public final class DamageCounters {
    private final long[][] counts = new long[FaultKind.values().length][DamageEffect.values().length];

    /** Creates counters at 0. */
    public DamageCounters() {
    }

    /**
     * Counts one.
     *
     * @param kind   which fault.
     * @param effect what became of it.
     */
    public void increment(final FaultKind kind, final DamageEffect effect) {
        counts[kind.ordinal()][effect.ordinal()]++;
    }

    /**
     * How many faults of a kind were brought about.
     *
     * @param kind which.
     * @return the number.
     */
    public long effects(final FaultKind kind) {
        return count(kind, DamageEffect.FOUND_AT_START) + count(kind, DamageEffect.FOUND_RUNNING)
            + count(kind, DamageEffect.UNNOTICED) + count(kind, DamageEffect.FAILED_OPERATIONS);
    }

    /**
     * Adds what others counted.
     *
     * @param other the others.
     */
    public void add(final DamageCounters other) {
        for (int i = 0; i < counts.length; i++) {
            for (int j = 0; j < counts[i].length; j++) {
                counts[i][j] += other.counts[i][j];
            }
        }
    }

    /**
     * How many of one kind had one effect.
     *
     * @param kind   which fault.
     * @param effect which effect.
     * @return the number.
     */
    public long count(final FaultKind kind, final DamageEffect effect) {
        return counts[kind.ordinal()][effect.ordinal()];
    }

    /**
     * How many faults were counted.
     *
     * @return the number, over all kinds and effects.
     */
    public long total() {
        return Arrays.stream(counts).flatMapToLong(Arrays::stream).sum();
    }

    /**
     * A table in Markdown: a line for each kind of disk fault, a column for each effect.
     *
     * @return the table, lines ended.
     */
    public String table() {
        final StringBuilder text = new StringBuilder("| disk fault |");
        for (final DamageEffect effect : DamageEffect.values()) {
            text.append(' ').append(effect.name().toLowerCase(Locale.ROOT).replace('_', ' ')).append(" |");
        }
        text.append("\n|---|").append("---|".repeat(DamageEffect.values().length)).append('\n');
        for (final FaultKind kind : FaultKind.values()) {
            if (kind.isOfDisk()) {
                text.append("| ").append(kind).append(" |");
                for (final DamageEffect effect : DamageEffect.values()) {
                    text.append(' ').append(count(kind, effect)).append(" |");
                }
                text.append('\n');
            }
        }
        return text.toString();
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder();
        for (final FaultKind kind : FaultKind.values()) {
            for (final DamageEffect effect : DamageEffect.values()) {
                if (count(kind, effect) > 0) {
                    text.append(text.length() == 0 ? "" : ", ").append(kind).append(' ').append(effect).append(' ')
                        .append(count(kind, effect));
                }
            }
        }
        return text.toString();
    }
}
