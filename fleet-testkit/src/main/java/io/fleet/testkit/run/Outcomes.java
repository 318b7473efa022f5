package io.fleet.testkit.run;

import java.util.List;

/**
 * What became of what clients asked for.
 *
 * @param issued       how many operations were issued.
 * @param acknowledged how many of them were answered.
 * @param unknown      of how many nobody knows what became of them.
 * @param notApplied   how many were refused.
 */
record Outcomes(long issued, long acknowledged, long unknown, long notApplied) {
    static Outcomes of(final List<? extends SimClient<?, ?>> clients) {
        long issued = 0;
        long acknowledged = 0;
        long unknown = 0;
        long notApplied = 0;
        for (final SimClient<?, ?> client : clients) {
            issued += client.issued();
            acknowledged += client.acknowledged();
            unknown += client.unknown();
            notApplied += client.notApplied();
        }
        return new Outcomes(issued, acknowledged, unknown, notApplied);
    }
}
