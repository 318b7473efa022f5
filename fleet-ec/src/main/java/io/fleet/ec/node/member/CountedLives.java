package io.fleet.ec.node.member;

import io.fleet.consensus.store.NodeLives;
import io.fleet.storage.Life;
import io.fleet.storage.coverage.CoverageMark;
import java.util.function.LongConsumer;

/**
 * In which lives this member counts the members, so that two lives of one never count in one slot (rules S15, R5). What
 * a member says in a slot, and has learned, counts only for those that count all members in the same lives; when they
 * change, what was counted is counted anew.
 */
public final class CountedLives {
    /** Counts for nobody: this node has claimed no life, so nothing that it says may count. */
    public static final long NONE = 0;
    /** Where nobody tells lives apart. */
    public static final long ALIKE = 1;

    private static final CoverageMark CHANGED = CoverageMark.named("counted-lives.counts-anew");
    private static final CoverageMark OTHERS = CoverageMark.named("counted-lives.word-of-one-that-counts-other-lives");
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final NodeLives lives;
    private final MemberTable members;
    private final LongConsumer onChange;
    private final int[] known;
    private int version;
    private long digest;

    /** {@code onChange} is told the positions of those whose life this node knows to have changed, as bits. */
    public CountedLives(final NodeLives lives, final MemberTable members, final LongConsumer onChange) {
        this.lives = lives;
        this.members = members;
        this.onChange = onChange;
        known = new int[members.size()];
        version = lives.version();
        look();
        digest = digest();
    }

    /** Before anything is counted or said. */
    public void refresh() {
        if (version != lives.version()) {
            version = lives.version();
            final long changed = look();
            final long now = digest();
            if (changed != 0 || now != digest) {
                CHANGED.hit();
                digest = now;
                onChange.accept(changed);
            }
        }
    }

    /** What to say of them; {@link #NONE} where nothing that this node says counts. */
    public long told() {
        return digest;
    }

    /** Whether the word of a member counts that has said {@link #told}. */
    public boolean counts(final long said) {
        if (digest != NONE && digest == said) {
            return true;
        }
        OTHERS.hit();
        return false;
    }

    private long look() {
        long changed = 0;
        for (int i = 0; i < known.length; i++) {
            final int number = i == members.self() ? 0 : number(Life.number(lives.lifeOf(members.nodeAt(i))));
            changed |= number == known[i] ? 0 : 1L << i;
            known[i] = number;
        }
        return changed;
    }

    private long digest() {
        final long own = lives.life();
        if (own == Life.NONE) {
            return ALIKE;
        } else if (Life.number(own) == 0) {
            return NONE;
        }
        long mixed = 0;
        for (int i = 0; i < known.length; i++) {
            final int number = i == members.self() ? Life.number(own) : lives.countedNumber(members.nodeAt(i));
            mixed = (mixed ^ number(number)) * MIX;
            mixed ^= mixed >>> Integer.SIZE;
        }
        return mixed | 1;
    }

    /** Nobody votes before it has claimed the first life, so none and the first are the same. */
    private static int number(final int number) {
        return Math.max(1, number);
    }
}
