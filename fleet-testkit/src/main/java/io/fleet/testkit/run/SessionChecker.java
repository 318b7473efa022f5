package io.fleet.testkit.run;

import io.fleet.client.SessionListener;
import io.fleet.testkit.checker.Violations;

/**
 * Hears of the session that a client keeps. Reports what makes no sense: two sessions at a time, one that is older than
 * the one before, one that ends and was not there; and one that is lost where none may be.
 */
final class SessionChecker implements SessionListener {
    private final String name;
    private final boolean isForGood;
    private final Violations violations;
    private long open;
    private long last;
    private boolean isUnsure;

    SessionChecker(final String name, final boolean isForGood, final Violations violations) {
        this.name = name;
        this.isForGood = isForGood;
        this.violations = violations;
    }

    private void require(final boolean isSo, final String what, final long sessionId) {
        if (!isSo) {
            violations.report(name + ": session " + sessionId + " " + what + "; the one before is "
                + (open == 0 ? "none, the last was " + last : open + (isUnsure ? ", unsure" : "")) + " (H3)");
        }
    }

    @Override
    public void onSessionOpened(final long sessionId) {
        require(open == 0 && sessionId > last, "is opened", sessionId);
        open = sessionId;
        last = sessionId;
        isUnsure = false;
    }

    @Override
    public void onSessionUnsure(final long sessionId) {
        require(open == sessionId && !isUnsure, "is unsure", sessionId);
        isUnsure = true;
    }

    @Override
    public void onSessionSure(final long sessionId) {
        require(open == sessionId && isUnsure, "is sure again", sessionId);
        isUnsure = false;
    }

    @Override
    public void onSessionLost(final long sessionId) {
        require(open == sessionId, "is lost", sessionId);
        require(!isForGood, "is lost though none may be", sessionId);
        open = 0;
    }
}
