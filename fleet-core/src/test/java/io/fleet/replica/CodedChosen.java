package io.fleet.replica;

import io.fleet.consensus.ChosenEntries;
import io.fleet.consensus.ChosenEntry;
import io.fleet.consensus.ValueGatherer;
import io.fleet.fixture.log.UnusedLog;
import io.fleet.session.CommandCursor;
import io.fleet.storage.EntryMeta;
import java.util.ArrayList;
import java.util.List;
import org.agrona.ExpandableArrayBuffer;

/**
 * Entries as a protocol hands them over: whole, or, with values elsewhere, without the payloads that nobody looks into.
 */
final class CodedChosen extends UnusedLog implements ChosenEntries {
    Replica replica;
    private final List<EntryMeta> metas = new ArrayList<>();
    private final List<Body> bodies = new ArrayList<>();
    private final MemoryValues values;
    private final int replier;
    private int reads;
    private final CommandCursor cursor = new CommandCursor();

    /** No values where entries come whole. */
    CodedChosen(final MemoryValues values, final int replier) {
        this.values = values;
        this.replier = replier;
    }

    void add(final Body body, final long time) {
        metas.add(body.meta(metas.size() + 1, time));
        bodies.add(body);
        if (values != null) {
            values.values.put((long) metas.size(), body.value());
        }
    }

    void like(final CodedChosen other) {
        metas.addAll(other.metas);
        bodies.addAll(other.bodies);
        if (values != null) {
            values.values.putAll(other.values.values);
        }
    }

    @Override
    public long chosen() {
        return metas.size();
    }

    @Override
    public boolean read(final long lsn, final ChosenEntry into) {
        final Body body = bodies.get((int) lsn - 1);
        into.meta.set(metas.get((int) lsn - 1));
        into.isHeadersOnly = values != null && !isLookedInto(body);
        final Body shown = into.isHeadersOnly ? body.headersOnly() : body;
        final ExpandableArrayBuffer moved = new ExpandableArrayBuffer();
        into.offset = 8 * (reads++ % 4);
        moved.putBytes(into.offset, shown.buffer(), 0, shown.length());
        into.body = moved;
        into.meta.length = shown.length();
        into.replier = replier;
        return true;
    }

    private boolean isLookedInto(final Body body) {
        cursor.wrap(body.buffer(), 0, body.length());
        boolean isLookedInto = false;
        while (cursor.next()) {
            isLookedInto |= replica.looksInto(body.buffer(), cursor.headerOffset(), cursor.headerLength());
        }
        return isLookedInto;
    }

    @Override
    public ValueGatherer values() {
        return values;
    }

    @Override
    public long bodyPosition(final long lsn) {
        return ELSEWHERE;
    }

    @Override
    public boolean isReadBack(final long lsn) {
        return false;
    }

    @Override
    public long appended() {
        return metas.size();
    }

    @Override
    public boolean skipTo(final long lsn) {
        throw new AssertionError("all is recorded");
    }
}
