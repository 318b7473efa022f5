package io.fleet.examples.kv.draft;

import io.fleet.examples.kv.store.Entry;
import io.fleet.examples.kv.store.KeyHash;
import io.fleet.examples.kv.store.KvStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The store as one batch sees it that is run before its turn: the published one, with the drafts before, and its own
 * changes. It notes what it was asked. Bounds are looked at when the batch is published; until then everything fits.
 * Knows single keys only: what walks over all of them is run in its turn.
 */
final class DraftStore implements KvStore {
    private final SharedStore published;
    private final Drafts drafts;
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private Map<DraftKey, DraftEntry> entries = new HashMap<>();
    private List<Long> expiries = new ArrayList<>();
    private Growth growth = new Growth();
    private KeyHash hashes = KeyHash.OPEN;
    private long now;

    DraftStore(final SharedStore published, final Drafts drafts) {
        this.published = published;
        this.drafts = drafts;
    }

    /** Another batch is run, at a log time. */
    void begin(final long timeMillis) {
        entries = new HashMap<>();
        expiries = new ArrayList<>();
        growth = new Growth();
        hashes = published.hashes();
        now = timeMillis;
    }

    Map<DraftKey, DraftEntry> entries() {
        return entries;
    }

    List<Long> expiries() {
        return expiries;
    }

    Growth growth() {
        return growth;
    }

    @Override
    public Entry find(final DirectBuffer buffer, final int offset, final int length) {
        final DraftEntry entry = look(new DraftKey(buffer, offset, length));
        return entry.after() == null ? null : entry;
    }

    private DraftEntry look(final DraftKey key) {
        return entries.computeIfAbsent(key, any -> new DraftEntry(key, drafts.look(key)));
    }

    private void change(final DraftEntry entry, final Held to) {
        count(entry, -1);
        entry.change(to);
        count(entry, 1);
    }

    /** What has expired counts nothing. */
    private void count(final DraftEntry entry, final int sign) {
        final Held live = Held.live(entry.after(), now);
        growth.count(live == null ? 0 : sign, sign * Held.weight(entry.key(), live));
    }

    @Override
    public Entry insert(final DirectBuffer key, final int keyOffset, final int keyLength, final DirectBuffer value,
                        final int valueOffset, final int valueLength) {
        final DraftEntry entry = look(new DraftKey(key, keyOffset, keyLength));
        change(entry, new Held(copy(value, valueOffset, valueLength), Entry.NEVER));
        return entry;
    }

    @Override
    public void replace(final Entry entry, final DirectBuffer buffer, final int offset, final int length) {
        change((DraftEntry) entry, new Held(copy(buffer, offset, length), entry.expireAt()));
    }

    @Override
    public void append(final Entry entry, final DirectBuffer buffer, final int offset, final int length) {
        final byte[] before = ((DraftEntry) entry).after().bytes();
        final byte[] both = Arrays.copyOf(before, before.length + length);
        buffer.getBytes(offset, both, before.length, length);
        change((DraftEntry) entry, new Held(both, entry.expireAt()));
    }

    private static byte[] copy(final DirectBuffer buffer, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        return bytes;
    }

    @Override
    public DirectBuffer value(final Entry entry) {
        view.wrap(((DraftEntry) entry).after().bytes());
        return view;
    }

    /** That something has expired is no change: it is taken out in its turn. */
    @Override
    public void remove(final Entry entry) {
        if (entry.expired(now)) {
            ((DraftEntry) entry).forget();
        } else {
            change((DraftEntry) entry, null);
        }
    }

    @Override
    public void expireAt(final Entry entry, final long at) {
        change((DraftEntry) entry, new Held(((DraftEntry) entry).after().bytes(), at));
        if (at != Entry.NEVER) {
            expiries.add(at);
        }
    }

    @Override
    public boolean isWithin(final long more, final long moreBytes, final long maxEntries, final long maxBytes) {
        growth.ask(more, moreBytes, maxEntries, maxBytes);
        return true;
    }

    @Override
    public KeyHash hashes() {
        return hashes;
    }

    /** What has expired is not found; it goes in its turn. */
    @Override
    public void removeExpired(final long time, final int budget) {
    }

    @Override
    public int size() {
        throw whole();
    }

    @Override
    public long bytes() {
        throw whole();
    }

    @Override
    public int liveSize(final long time) {
        throw whole();
    }

    @Override
    public void rekey(final KeyHash newHashes) {
        throw whole();
    }

    @Override
    public void clear() {
        throw whole();
    }

    @Override
    public Entry first(final long cursor) {
        throw whole();
    }

    @Override
    public Entry next(final Entry entry) {
        throw whole();
    }

    @Override
    public byte[] key(final Entry entry) {
        throw whole();
    }

    private static UnsupportedOperationException whole() {
        return new UnsupportedOperationException("a draft knows single keys only");
    }

    @Override
    public void close() {
    }
}
