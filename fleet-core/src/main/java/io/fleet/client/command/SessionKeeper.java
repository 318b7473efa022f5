package io.fleet.client.command;

import io.fleet.client.SessionListener;
import io.fleet.config.GroupConfig;
import io.fleet.storage.coverage.CoverageMark;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the session of a client alive while it has nothing to say: a third of {@code sessionTimeoutMillis} after the
 * last command that was answered, it asks in the log whether the session is there, which is a use of it. Pure.
 */
public final class SessionKeeper {
    private static final CoverageMark UNSURE = CoverageMark.named("session-keeper.unsure");
    private static final CoverageMark SURE = CoverageMark.named("session-keeper.sure-again");
    private static final int ASKS_PER_TIMEOUT = 3;
    /** So much of the time between two questions is the longest until one is asked again. */
    private static final int SLOWER = 4;
    private static final int MAX_SHIFT = 16;

    private final ClientSession session;
    private final long intervalNs;
    private final long retryNs;
    /** Null where nobody wants a session to be kept. */
    private @Nullable SessionListener listener;
    private long nextAskNs;
    /** The first entry that has asked and was not answered; 0 for none. */
    private long asked;
    private long firstAskedNs;
    private long lastCarrier;
    private long lastSentNs;
    private int attempts;
    private boolean isUnsure;
    private boolean isRefused;
    private long openAgainNs;
    /** Whether the listener has not heard yet of a session that was there before it. */
    private boolean isUntold;

    SessionKeeper(final GroupConfig config, final ClientSession session) {
        this.session = session;
        intervalNs = TimeUnit.MILLISECONDS.toNanos(config.sessionTimeoutMillis()) / ASKS_PER_TIMEOUT;
        retryNs = TimeUnit.MILLISECONDS.toNanos(config.retryMillis());
    }

    /**
     * A session is opened, and kept from now on; it may be there already.
     *
     * @param newListener hears of it, within calls of the batcher; null where it is not to be kept any more.
     */
    public void keep(final @Nullable SessionListener newListener) {
        listener = newListener;
        isUntold = session.state() == ClientSession.State.OPEN;
    }

    /** Whether a session is kept. */
    public boolean isOn() {
        return listener != null;
    }

    private void tell(final Consumer<SessionListener> what) {
        if (listener != null) {
            what.accept(listener);
        }
    }

    void opened() {
        forget();
        final long id = session.id();
        tell(each -> each.onSessionOpened(id));
    }

    /** A listener that has not heard of the session does not hear of its end. */
    void lost(final long id) {
        final boolean isTold = !isUntold;
        forget();
        if (isTold) {
            tell(each -> each.onSessionLost(id));
        }
    }

    /** The group has no room for a session: it is asked again a while later. */
    void refused(final long nowNs) {
        isRefused = true;
        openAgainNs = nowNs + session.withJitter(intervalNs);
    }

    /** Whether a session is to be opened, though no command waits for one. */
    boolean wantsSession(final long nowNs) {
        return isOn() && (!isRefused || nowNs - openAgainNs >= 0);
    }

    /**
     * Whether a session may be asked for once more, though no command waits for it: each copy of the question that is
     * ordered opens one.
     */
    boolean mayAskAgain(final long nowNs) {
        return session.lastCarrier() == 0 || nowNs - session.lastSentNs() >= intervalNs / SLOWER;
    }

    private void forget() {
        isUntold = false;
        isRefused = false;
        asked = 0;
        attempts = 0;
        isUnsure = false;
    }

    /** Whether there is anything to be done for it now. */
    boolean isDue(final long nowNs) {
        return session.state() == ClientSession.State.OPEN
            ? isOn() && (isUntold || asked != 0 || isAskDue(nowNs) || isNewlyUnsure(nowNs)) : wantsSession(nowNs);
    }

    private boolean isNewlyUnsure(final long nowNs) {
        return !isUnsure && session.idleFor(2 * intervalNs, nowNs);
    }

    /** Whether a session that is to be kept is waited for, or news of it. */
    public boolean isAsking() {
        return isOn() && (session.state() != ClientSession.State.OPEN || asked != 0);
    }

    /** Whether the group is to be asked now. */
    boolean isAskDue(final long nowNs) {
        return isOn() && session.state() == ClientSession.State.OPEN && session.idleFor(intervalNs, nowNs)
            && (asked == 0 || nowNs - nextAskNs >= 0);
    }

    /**
     * Tells of a session that was there before, and where the session is not sure any more.
     *
     * @param isIdle whether no command is under way: then a session that was idle for long is not trusted to be there.
     */
    void look(final long nowNs, final boolean isIdle) {
        if (isUntold && isIdle && session.isStale(nowNs)) {
            session.lose();
            forget();
        } else if (isUntold) {
            opened();
        }
        if (isOn() && session.state() == ClientSession.State.OPEN && isNewlyUnsure(nowNs)) {
            UNSURE.hit();
            isUnsure = true;
            final long id = session.id();
            tell(each -> each.onSessionUnsure(id));
        }
    }

    /** The last entry that asked and was not answered; 0 where none has. */
    long lastCarrier() {
        return asked == 0 ? 0 : lastCarrier;
    }

    /** When that was sent. */
    long lastSentNs() {
        return lastSentNs;
    }

    void sent(final long entry, final long nowNs) {
        if (asked == 0) {
            asked = entry;
            firstAskedNs = nowNs;
        }
        lastCarrier = entry;
        lastSentNs = nowNs;
        nextAskNs = nowNs
            + session.withJitter(Math.min(intervalNs / SLOWER, retryNs << Math.min(attempts, MAX_SHIFT)));
        attempts++;
    }

    /** The group says that a session is there: it was used when it was asked, or later. */
    void answered(final long sessionId, final long entry, final long nowNs) {
        if (session.is(sessionId) && asked != 0 && entry >= asked) {
            final long sentNs = entry == lastCarrier ? lastSentNs : firstAskedNs;
            session.used(sentNs);
            used(sentNs, nowNs);
        }
    }

    /** The session was used, as an answer shows, when something was sent or later. */
    void used(final long sentNs, final long nowNs) {
        if (asked != 0 && sentNs - firstAskedNs >= 0) {
            asked = 0;
            attempts = 0;
        }
        if (isUnsure && session.state() == ClientSession.State.OPEN && !session.idleFor(2 * intervalNs, nowNs)) {
            SURE.hit();
            isUnsure = false;
            final long id = session.id();
            tell(each -> each.onSessionSure(id));
        }
    }

    /** A new leader: whoever waits asks again at once. */
    void askAgain(final long nowNs) {
        nextAskNs = nowNs;
        attempts = 0;
    }
}
