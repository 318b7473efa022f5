package io.fleet.ec.dissemination;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.Quorums;
import io.fleet.ec.dissemination.context.FetchConfig;
import io.fleet.ec.dissemination.context.LongValueConfig;
import io.fleet.ec.dissemination.context.SpreadConfig;
import io.fleet.ec.dissemination.context.SpreadCounters;
import io.fleet.ec.dissemination.gather.Fetch;
import io.fleet.ec.dissemination.gather.FetchScheduler;
import io.fleet.fixture.mark.Expects;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whom node 0 of five asks that needs three. */
class HedgeTest extends UnusedSpread {
    private static final long RESEND_NS = 1_000_000;
    private static final long LEAST_NS = 500;
    private static final EntryId ID = new EntryId(1, 2, 3);

    private final List<Integer> asked = new ArrayList<>();
    private final SpreadCounters counters = new SpreadCounters();
    private final Fetch fetch = new Fetch(5);

    @ParameterizedTest
    @EnumSource(FetchConfig.Hedge.class)
    void shouldAskAsManyAsAreNeededAndAllAfterAWhile(final FetchConfig.Hedge hedge) {
        final FetchScheduler asker = asker(hedge);
        asker.begin(ID, fetch, 0);
        assertEquals(hedge == FetchConfig.Hedge.AT_ONCE ? List.of(1, 2, 3, 4) : List.of(1, 2, 3), asked);
        asked.clear();
        asker.again(ID, fetch, LEAST_NS - 1);
        assertEquals(List.of(), asked);
        asker.again(ID, fetch, RESEND_NS);
        assertEquals(4, asked.size());
    }

    /** Who has let go of its part says so, and costs no more than its answer. */
    @Expects("asker.another-is-asked-in-place-of-one-that-has-nothing")
    @Test
    void shouldAskAnotherInPlaceOfOneThatHasNothing() {
        final FetchScheduler asker = asker(FetchConfig.Hedge.NEVER);
        asker.begin(ID, fetch, 0);
        assertEquals(List.of(1, 2, 3), asked);
        asker.gone(ID, fetch, 4, 10);
        assertEquals(List.of(1, 2, 3), asked);
        asker.gone(ID, fetch, 2, 10);
        assertEquals(List.of(1, 2, 3, 4), asked);
        asker.answered(fetch, 3, 20);
        asker.gone(ID, fetch, 3, 30);
        assertEquals(List.of(1, 2, 3, 4), asked);
    }

    /** One more is asked when an answer takes longer than answers have taken, and four times what they vary by. */
    @Expects("asker.one-more-is-asked")
    @Test
    void shouldAskOneMoreWhenAnswersAreLate() {
        final FetchScheduler asker = asker(FetchConfig.Hedge.LATE);
        long now = 0;
        for (int i = 0; i < 200; i++) {
            fetch.start(0);
            asker.begin(ID, fetch, now);
            for (int node = 1; node < 5; node++) {
                fetch.asked |= 1L << node;
                fetch.sentNs[node] = now;
                asker.answered(fetch, node, now + 1_000 * node);
            }
            now += 10_000;
        }
        fetch.start(0);
        asked.clear();
        asker.begin(ID, fetch, now);
        assertEquals(List.of(1, 2, 3), asked);
        asker.answered(fetch, 1, now + 1_000);
        asker.answered(fetch, 2, now + 2_000);
        assertEquals(0, asker.again(ID, fetch, now + 2_900));
        assertEquals(1, asker.again(ID, fetch, now + 3_500));
        assertEquals(List.of(1, 2, 3, 4), asked);
        assertEquals(0, asker.again(ID, fetch, now + 4_500), "one more, and no more than that");
        asker.answered(fetch, 4, now + 7_000);
        asker.complete(fetch);
        assertEquals(1, counters.hedged.get());
        assertEquals(1, counters.hedgesUsed.get());
    }

    /** Answers that are queued are not asked for a second time, which would make the queue longer. */
    @Test
    void shouldWaitLongerThanAnswersHaveTaken() {
        final FetchScheduler asker = asker(FetchConfig.Hedge.NEVER);
        long now = 0;
        for (int i = 0; i < 100; i++) {
            fetch.start(0);
            asker.begin(ID, fetch, now);
            for (int node = 1; node < 4; node++) {
                asker.answered(fetch, node, now + 3 * RESEND_NS);
            }
            now += 10 * RESEND_NS;
        }
        fetch.start(0);
        asked.clear();
        asker.begin(ID, fetch, now);
        assertEquals(3, asked.size());
        assertEquals(0, asker.again(ID, fetch, now + 2 * RESEND_NS));
        assertEquals(4, asker.again(ID, fetch, now + 4 * RESEND_NS));
    }

    /** An answer to a second question may be one to the first: it says nothing good of the node. */
    @Test
    void shouldWaitTwiceAsLongEachTime() {
        final FetchScheduler asker = asker(FetchConfig.Hedge.NEVER);
        asker.begin(ID, fetch, 0);
        assertEquals(4, asker.again(ID, fetch, RESEND_NS));
        assertEquals(0, asker.again(ID, fetch, 3 * RESEND_NS - 1));
        assertEquals(4, asker.again(ID, fetch, 3 * RESEND_NS));
        asker.answered(fetch, 1, 3 * RESEND_NS + 1);
        assertEquals(0, asker.again(ID, fetch, 7 * RESEND_NS - 1));
        assertEquals(3, asker.again(ID, fetch, 7 * RESEND_NS));
    }

    @Test
    void shouldAskThoseThatWereSilentLast() {
        final FetchScheduler asker = asker(FetchConfig.Hedge.NEVER);
        asker.begin(ID, fetch, 0);
        asker.answered(fetch, 2, 10);
        asker.answered(fetch, 3, 20);
        asker.again(ID, fetch, RESEND_NS);
        asker.answered(fetch, 4, RESEND_NS + 10);
        fetch.start(0);
        asked.clear();
        asker.begin(ID, fetch, 2 * RESEND_NS);
        assertEquals(List.of(2, 4, 3), asked);
    }

    private FetchScheduler asker(final FetchConfig.Hedge hedge) {
        return new FetchScheduler(new SpreadConfig(0, Quorums.ofCode(3, 2), 1_000, 2, 3, RESEND_NS,
            LongValueConfig.defaults(),
            new FetchConfig(hedge, LEAST_NS, 0)), 3, this, counters);
    }

    @Override
    public void partGone(final int to, final EntryId id, final long upTo) {
    }

    @Override
    public void fetchSegment(final int to, final EntryId id, final int piece) {
        asked.add(to);
    }
}
