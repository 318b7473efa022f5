package io.fleet.client.handle;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A set of small numbers that any thread may take from and give to: a stack linked by index, without locks. The head
 * carries a count of changes in its high half, so that a head that went and came back is not taken for one that
 * stayed.
 */
public final class FreeList {
    private static final long INDEX_MASK = 0xFFFF_FFFFL;
    private static final long ONE_CHANGE = 1L << Integer.SIZE;

    /** The number below each in the stack, plus 1; 0 at the bottom. */
    private final AtomicIntegerArray below;
    /** Changes in the high half, the top number plus 1 in the low half. */
    private final AtomicLong head = new AtomicLong();

    /** Creates a list of the numbers from 0 up to and without the size. */
    public FreeList(final int size) {
        below = new AtomicIntegerArray(size);
        for (int i = size - 1; i >= 0; i--) {
            give(i);
        }
    }

    /** Takes a number, or returns -1 when there is none. */
    public int take() {
        while (true) {
            final long current = head.get();
            final int top = (int) (current & INDEX_MASK);
            if (top == 0) {
                return -1;
            }
            if (head.compareAndSet(current, next(current) | below.getOpaque(top - 1))) {
                return top - 1;
            }
        }
    }

    /** Gives a number that was taken back. */
    public void give(final int number) {
        while (true) {
            final long current = head.get();
            below.setOpaque(number, (int) (current & INDEX_MASK));
            if (head.compareAndSet(current, next(current) | number + 1)) {
                return;
            }
        }
    }

    private static long next(final long current) {
        return (current & ~INDEX_MASK) + ONE_CHANGE;
    }
}
