package io.fleet.scattered.acceptor;

/** A range of LSNs in which there are entries whose bodies were not kept, and have to be asked for. */
final class DeferredBodies {
    /** The lowest; 0 for none. */
    private long from;
    private long to;

    /** Some of these are in it, too. */
    void add(final long first, final long last) {
        from = from == 0 ? first : Math.min(from, first);
        to = Math.max(to, last);
    }

    boolean isEmpty() {
        return from == 0;
    }

    /** Whether an LSN was put back, and comes next. */
    boolean isNext(final long lsn) {
        return from == lsn;
    }

    /** Takes out the lowest one that is not recorded; there is one. */
    long next(final long recorded) {
        final long lsn = Math.max(from, recorded + 1);
        from = lsn >= to ? 0 : lsn + 1;
        return lsn;
    }
}
