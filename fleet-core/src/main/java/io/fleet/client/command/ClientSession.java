package io.fleet.client.command;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** The one session that a batcher has at a time: opened when the first command comes, and again after it is lost. */
final class ClientSession {
    enum State {
        /** There is none, and nothing asks for one. */
        NONE,
        /** It was asked for, by the nonce. */
        OPENING,
        /** It has an id. */
        OPEN
    }

    private final SplittableRandom random;
    private final long retryNs;
    private final long staleNs;
    private State state = State.NONE;
    private long id;
    private long nonce;
    private long nextSendNs;
    private long lastUseNs;
    private long lastSentNs;
    private long firstSentNs;
    /** The last entry that asked; 0 before. */
    private long lastCarrier;
    private int attempts;
    private boolean refused;

    ClientSession(final long seed, final long retryNs, final long timeoutMillis) {
        staleNs = TimeUnit.MILLISECONDS.toNanos(timeoutMillis) / 2;
        this.random = new SplittableRandom(seed);
        this.retryNs = retryNs;
    }

    private void state(final State next) {
        state = next;
    }

    void ask(final long nowNs) {
        nonce = random.nextLong() & Long.MAX_VALUE | 1;
        nextSendNs = nowNs;
        lastCarrier = 0;
        attempts = 0;
        refused = false;
        state(State.OPENING);
    }

    /** Takes the session of an answer; returns false when it is not the one that was asked for. */
    boolean opened(final long newId, final long answeredNonce) {
        if (newId < 1 || !asked(answeredNonce)) {
            return false;
        }
        id = newId;
        lastUseNs = firstSentNs;
        state(State.OPEN);
        return true;
    }

    void lose() {
        id = 0;
        state(State.NONE);
    }

    boolean asked(final long answeredNonce) {
        return state == State.OPENING && nonce == answeredNonce;
    }

    /** Whether the request to open is due to be sent. */
    boolean due(final long nowNs) {
        return state == State.OPENING && nowNs - nextSendNs >= 0;
    }

    void sent(final long entry, final long nowNs) {
        nextSendNs = nowNs + backOff(retryNs, attempts, RetransmissionTimeout.MAX_SHIFT);
        attempts++;
        firstSentNs = lastCarrier == 0 ? nowNs : firstSentNs;
        lastCarrier = entry;
        lastSentNs = nowNs;
    }

    /** The last entry that asked for it; 0 where none has yet. */
    long lastCarrier() {
        return lastCarrier;
    }

    /** When that was sent. */
    long lastSentNs() {
        return lastSentNs;
    }

    /** A new leader: ask again at once. */
    void askAgain(final long nowNs) {
        nextSendNs = nowNs;
        attempts = 0;
    }

    /** The leader refused the entry with the request. */
    void refused(final long nowNs) {
        if (state == State.OPENING) {
            refused = true;
            nextSendNs = nowNs + backOff(retryNs, attempts, RetransmissionTimeout.MAX_SHIFT);
        }
    }

    /** Whether the last request to open was refused. */
    boolean wasRefused() {
        return state == State.OPENING && refused;
    }

    /** A command that was sent at a time was answered, so the session was used then or later. */
    void used(final long sentNs) {
        lastUseNs = sentNs - lastUseNs > 0 ? sentNs : lastUseNs;
    }

    /** Whether it was idle for half its timeout, by this clock. */
    boolean isStale(final long nowNs) {
        return idleFor(staleNs, nowNs);
    }

    /** Whether it is the session that is open. */
    boolean is(final long sessionId) {
        return state == State.OPEN && id == sessionId;
    }

    boolean idleFor(final long idleNs, final long nowNs) {
        return nowNs - lastUseNs > idleNs;
    }

    /** A delay that doubles with each attempt up to a cap, with up to a quarter of jitter. */
    long backOff(final long firstNs, final int attempt, final int maxShift) {
        return withJitter(firstNs << Math.min(attempt, maxShift));
    }

    /** A delay with up to a quarter more, so that not all clients send at once. */
    long withJitter(final long delayNs) {
        return delayNs + (random.nextLong() & Long.MAX_VALUE) % (delayNs / 4 + 1);
    }

    State state() {
        return state;
    }

    long id() {
        return id;
    }

    long nonce() {
        return nonce;
    }
}
