package io.fleet.bench.load;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * A client and its server under a virtual clock, which moves when the driving thread rests. Answers each operation a
 * fixed time after its start, or later where the server stands still.
 */
final class VirtualServer implements PeerClient {
    private final PriorityQueue<Answer> answers = new PriorityQueue<>(Comparator.comparingLong(Answer::atNs));
    private final List<Long> correlations = new ArrayList<>();
    private Outcomes outcomes;
    private long nowNs = 1_000_000_007L;
    private long serviceNs = 1_000_000;
    private long stillFromNs = Long.MAX_VALUE;
    private long stillToNs = Long.MAX_VALUE;
    private long refusesUntilNs;
    private int answerLength = -1;
    private int failsEach = Integer.MAX_VALUE;
    private int losesEach = Integer.MAX_VALUE;
    private int started;
    private int gets;
    private int inFlight;
    private int mostInFlight;

    long nowNs() {
        return nowNs;
    }

    void tells(final Outcomes target) {
        outcomes = target;
    }

    void takes(final long ns) {
        serviceNs = ns;
    }

    void standsStill(final long fromNs, final long toNs) {
        stillFromNs = fromNs;
        stillToNs = toNs;
    }

    void refusesUntil(final long untilNs) {
        refusesUntilNs = untilNs;
    }

    void answersWithLength(final int length) {
        answerLength = length;
    }

    void failsEach(final int number) {
        failsEach = number;
    }

    void losesEach(final int number) {
        losesEach = number;
    }

    int started() {
        return started;
    }

    int gets() {
        return gets;
    }

    int mostInFlight() {
        return mostInFlight;
    }

    List<Long> correlations() {
        return correlations;
    }

    @Override
    public boolean put(final long key, final byte[] value, final long correlation) {
        return start(correlation);
    }

    @Override
    public boolean get(final long key, final long correlation) {
        gets++;
        return start(correlation);
    }

    private boolean start(final long correlation) {
        if (nowNs < refusesUntilNs) {
            return false;
        }
        started++;
        correlations.add(correlation);
        inFlight++;
        mostInFlight = Math.max(mostInFlight, inFlight);
        if (started % losesEach != 0) {
            final long atNs = nowNs + serviceNs;
            answers.add(new Answer(atNs >= stillFromNs && atNs < stillToNs ? stillToNs : atNs, correlation,
                started % failsEach == 0));
        }
        return true;
    }

    @Override
    public int poll() {
        int work = 0;
        while (!answers.isEmpty() && answers.peek().atNs() <= nowNs) {
            final Answer answer = answers.poll();
            inFlight--;
            work++;
            if (answer.isFailure()) {
                outcomes.onFailure(answer.correlation(), "it was asked to fail");
            } else {
                outcomes.onReply(answer.correlation(), answerLength);
            }
        }
        return work;
    }

    @Override
    public void idle(final int work, final long now, final long untilNs) {
        if (work == 0) {
            nowNs = Math.max(nowNs + 1, answers.isEmpty() ? untilNs : Math.min(untilNs, answers.peek().atNs()));
        }
    }

    @Override
    public void close() {
        answers.clear();
    }

    /** An outcome that is on its way. */
    private record Answer(long atNs, long correlation, boolean isFailure) {
    }
}
