package io.fleet.replica;

import io.fleet.consensus.ChosenEntries;
import io.fleet.consensus.ChosenEntry;
import io.fleet.storage.EntryMeta;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.agrona.ExpandableArrayBuffer;

/** Entries that are ordered, of which the first are chosen. */
final class OrderedEntries implements ChosenEntries {
    /** LSNs that are not known here. */
    final Set<Long> missing = new HashSet<>();
    long chosen;
    private final List<Body> bodies = new ArrayList<>();
    private final List<EntryMeta> metas = new ArrayList<>();
    private int made;
    private final ExpandableArrayBuffer reused = new ExpandableArrayBuffer();

    /** One more is ordered. */
    OrderedEntries add(final Body body, final long time) {
        made++;
        bodies.add(body);
        metas.add(body.meta(made, time));
        return this;
    }

    /** A no-op is ordered. */
    OrderedEntries addNoOp(final long time) {
        bodies.add(new Body());
        metas.add(new EntryMeta().setNoOp(time));
        return this;
    }

    OrderedEntries addConfiguration(final Body body) {
        add(body, 0);
        metas.get(metas.size() - 1).flags = EntryMeta.CONFIGURATION;
        return this;
    }

    /** Another leader orders others from an LSN on. */
    OrderedEntries cutFrom(final long lsn) {
        bodies.subList((int) lsn - 1, bodies.size()).clear();
        metas.subList((int) lsn - 1, metas.size()).clear();
        return this;
    }

    Body body(final long lsn) {
        return bodies.get((int) lsn - 1);
    }

    EntryMeta meta(final long lsn) {
        return metas.get((int) lsn - 1);
    }

    /** The same values are ordered behind these. */
    OrderedEntries addAgain(final Body body, final EntryMeta meta) {
        bodies.add(body);
        final EntryMeta copy = new EntryMeta();
        copy.set(meta);
        metas.add(copy);
        return this;
    }

    int ordered() {
        return metas.size();
    }

    @Override
    public long chosen() {
        return chosen;
    }

    @Override
    public boolean read(final long lsn, final ChosenEntry into) {
        return lsn <= chosen && fill(lsn, into);
    }

    /** From a buffer that is used again at once. */
    @Override
    public boolean readOrdered(final long lsn, final ChosenEntry into) {
        if (!fill(lsn, into)) {
            return false;
        }
        reused.putBytes(0, into.body, 0, into.meta.length);
        into.body = reused;
        return true;
    }

    private boolean fill(final long lsn, final ChosenEntry into) {
        if (lsn > metas.size() || missing.contains(lsn)) {
            return false;
        }
        into.meta.set(meta(lsn));
        into.body = body(lsn).buffer();
        into.offset = 0;
        into.replier = 2;
        return true;
    }

    @Override
    public long bodyPosition(final long lsn) {
        return NOT_STORED;
    }
}
