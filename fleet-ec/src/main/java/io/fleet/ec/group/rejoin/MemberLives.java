package io.fleet.ec.group.rejoin;

import io.fleet.storage.coverage.CoverageMark;

/**
 * In which life each member is, as far as this node was told. An acknowledgement of a part counts only when it is of
 * that life: one from before a loss says nothing of what is held now (rules S15, R6).
 */
final class MemberLives {
    private static final CoverageMark FORMER = CoverageMark.named("lives.word-of-a-former-life");
    private static final CoverageMark CHANGED = CoverageMark.named("lives.member-has-lost-something");

    private final long[] current;
    private final long[] former;

    MemberLives(final int members) {
        current = new long[members];
        former = new long[members];
    }

    /** A member says in which life it is; whether that is news, so that its words from before do not count any more. */
    boolean isNew(final int member, final long life) {
        if (life == current[member]) {
            return false;
        }
        if (life == former[member]) {
            FORMER.hit();
            return false;
        }
        if (current[member] != 0) {
            CHANGED.hit();
        }
        former[member] = current[member];
        current[member] = life;
        return true;
    }

    /** A member is listened to in another life: what is heard next says in which it is. */
    void forget(final int member) {
        current[member] = 0;
        former[member] = 0;
    }

    boolean isOf(final int member, final long life) {
        return life != 0 && current[member] == life;
    }
}
