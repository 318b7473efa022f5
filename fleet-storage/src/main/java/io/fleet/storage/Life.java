package io.fleet.storage;

/**
 * In which life a node is: a number that is greater for a later one, in every packet that it sends. Its parts, from the
 * highest bits down:
 *
 * <ul>
 * <li>The <em>number</em> of what it holds, 20 bits: 0 while it has nothing that counts, and from then on one more
 * each time that it lost that, or came with an empty directory, and was given everything again by the others.</li>
 * <li>The <em>start</em>, 24 bits: how often its directory has been started.</li>
 * <li>The <em>mark</em>, 19 bits by chance: of two processes with the same number and start, one at least runs in a
 * copy of a directory, or in one that was set back to what it was before.</li>
 * </ul>
 */
public final class Life {
    /** Of a process that has none: a remote client. */
    public static final long NONE = 0;
    /** The highest number. */
    public static final int MAX_NUMBER = (1 << 20) - 1;

    private static final int MARK_BITS = 19;
    private static final int START_BITS = 24;
    private static final long MAX_START = (1L << START_BITS) - 1;
    private static final long MAX_MARK = (1L << MARK_BITS) - 1;

    private Life() {
    }

    /**
     * A life.
     *
     * @param number 0 to {@link #MAX_NUMBER}.
     * @param start  1 or more; from 16,777,215 on they are not told apart.
     * @param random random bits.
     * @return greater than 0.
     */
    public static long of(final int number, final long start, final long random) {
        if (number < 0 || number > MAX_NUMBER || start < 1) {
            throw new IllegalArgumentException("number of a life is " + number + ", but must be from 0 to " + MAX_NUMBER
                + ", and its start is " + start + ", but must be 1 or more");
        }
        return (long) number << START_BITS + MARK_BITS | Math.min(start, MAX_START) << MARK_BITS | random & MAX_MARK;
    }

    /**
     * The same process with another number.
     *
     * @param life   its life.
     * @param number 0 to {@link #MAX_NUMBER}.
     * @return its life from now on.
     */
    public static long withNumber(final long life, final int number) {
        return of(number, start(life), life & MAX_MARK);
    }

    /**
     * A life that nobody is in, which tells of a node no more than that it has reached a number: no life with a lower
     * one counts.
     *
     * @param number 0 to {@link #MAX_NUMBER}.
     * @return what has that number, and the last start.
     */
    public static long ofNumber(final int number) {
        return of(number, MAX_START, 0);
    }

    /**
     * Whether a life tells of a number only: the one of {@link #ofNumber}, and all with the last start, which are not
     * told apart.
     *
     * @param life which.
     * @return whether it names nobody's life.
     */
    public static boolean isNumberOnly(final long life) {
        return start(life) == MAX_START;
    }

    /**
     * Whether a number from outside is a life, or none.
     *
     * @param life which.
     * @return false where it has no start, or is negative.
     */
    public static boolean isWellFormed(final long life) {
        return life == NONE || life > 0 && start(life) > 0;
    }

    /**
     * The number of a life.
     *
     * @param life which.
     * @return 0 where the node holds nothing that counts.
     */
    public static int number(final long life) {
        return (int) (life >>> START_BITS + MARK_BITS);
    }

    /**
     * The start of a life.
     *
     * @param life which.
     * @return how often the directory had been started.
     */
    public static long start(final long life) {
        return life >>> MARK_BITS & MAX_START;
    }

    /**
     * The mark of a life.
     *
     * @param life which.
     * @return 19 bits by chance.
     */
    public static int mark(final long life) {
        return (int) (life & MAX_MARK);
    }

    /**
     * A mark.
     *
     * @param random random bits.
     * @return those that a life has room for.
     */
    public static int markOf(final long random) {
        return (int) (random & MAX_MARK);
    }

    /**
     * Whether a life came after another one of the same node.
     *
     * @param life  which.
     * @param other the other.
     * @return whether; false for two with the same number and start, of which neither can be told to be later.
     */
    public static boolean isLater(final long life, final long other) {
        return life >>> MARK_BITS > other >>> MARK_BITS;
    }

    /**
     * Whether two lives are of one process, whatever it holds.
     *
     * @param life  one.
     * @param other another one.
     * @return whether start and mark are the same.
     */
    public static boolean isSameProcess(final long life, final long other) {
        return withNumber(life, 0) == withNumber(other, 0);
    }

    /**
     * For people.
     *
     * @param life which.
     * @return number, start and mark, such as {@code 2.17.5a3f1}.
     */
    public static String format(final long life) {
        return number(life) + "." + start(life) + "." + Long.toHexString(life & MAX_MARK);
    }
}
