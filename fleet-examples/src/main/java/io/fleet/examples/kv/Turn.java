package io.fleet.examples.kv;

import io.fleet.examples.kv.store.Entry;
import io.fleet.examples.kv.store.ExpiryTimers;
import io.fleet.examples.kv.store.KeyHash;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.KvLimits;
import io.fleet.examples.kv.store.KvStore;
import io.fleet.examples.kv.store.PayloadStore;
import io.fleet.examples.kv.store.Rope;
import io.fleet.examples.kv.watch.WatchedKeys;
import io.fleet.examples.kv.watch.WatchedStore;
import io.fleet.machine.Payload;
import io.fleet.machine.PayloadNeeds;
import io.fleet.machine.Query;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** What the commands of one batch share: the store, the words of the command at hand, the answers, and log time. */
final class Turn {
    /** The store, as it tells of changes. */
    final WatchedStore keys;
    final WatchedKeys watched = new WatchedKeys();
    final BatchReader args = new BatchReader();
    final KvLimits limits;
    final ReplyBuilder out;
    final Numbers numbers = new Numbers();
    final Work work;
    final ExpiryTimers timers = new ExpiryTimers();
    long now;
    /** Null where values are kept as bytes. */
    private final PayloadStore payloads;
    /** The payload of the command at hand: its bytes, or, with payloads, a handle. */
    private DirectBuffer bytes;
    private Payload handle;
    /** Whether the batch is one that every replica runs, and may change something. */
    private boolean changes;
    /** The payloads of values that the batch may look into: asked for ahead, or kept by the batch itself. */
    private final ValueNeeds needs = new ValueNeeds();
    private final Set<Payload> atHand = new HashSet<>();
    /** What any key is chosen by; for what changes nothing, by how many batches were asked. */
    private long draws;
    private long asked;

    /** {@code clock} is null where queries are bounded by steps only. */
    Turn(final KvStore store, final KvLimits limits, final LongSupplier clock) {
        keys = new WatchedStore(store, watched, () -> now);
        work = new Work(Work.BATCH_STEPS, clock);
        this.limits = limits;
        out = new ReplyBuilder(limits.messageBytes());
        payloads = store instanceof PayloadStore ? (PayloadStore) store : null;
    }

    /**
     * Takes a batch, and checks its form.
     *
     * @param query         the command that it came with.
     * @param writesAllowed whether commands that change something may be in it.
     * @return how many commands it has.
     */
    int take(final Query query, final boolean writesAllowed) {
        final boolean isHeader = query.header().capacity() > 0;
        handle = payloads == null ? null : query.handle();
        bytes = payloads == null || !isHeader ? query.payload() : null;
        final DirectBuffer batch = isHeader ? query.header() : bytes;
        final int beside = !isHeader ? -1 : handle == null ? bytes.capacity() : handle.length();
        changes = writesAllowed;
        args.check(batch, beside, writesAllowed);
        if (payloads != null) {
            atHand.clear();
            atHand.addAll(needs.of(batch, beside, payloads, mostLookedInto()));
        }
        final int commands = args.wrap(batch, beside);
        draws = changes ? query.lsn() : ++asked;
        if (isLoggedBeforeBudgets()) {
            work.beginLogged();
        } else if (changes) {
            work.begin(steps());
        } else {
            work.begin(steps(), Work.QUERY_NANOS);
        }
        return commands;
    }

    private long steps() {
        return args.hasRoom() || args.isLater() ? Work.BATCH_STEPS : Work.OLD_BATCH_STEPS;
    }

    /** Once a group has agreed on a secret, all that it logs was sent by those who know of budgets. */
    private boolean isLoggedBeforeBudgets() {
        return changes && !args.hasRoom() && !args.isLater() && keys.hashes() == KeyHash.OPEN;
    }

    /**
     * Before all that is there is looked at: what has expired does not count, and whether it is still held neither. Not
     * for what was logged when that was not done: nothing is counted there that depends on it.
     */
    void dropExpired() {
        if (changes && !work.isLogged()) {
            keys.removeExpired(now, Integer.MAX_VALUE);
        }
    }

    /** The most that the batch may be answered with, in bytes. */
    int room() {
        return room(args, limits);
    }

    static int room(final BatchReader args, final KvLimits limits) {
        return args.hasRoom() ? Math.min(limits.messageBytes(), Math.max(KvLimits.LEAST_ROOM, args.room()))
            : limits.messageBytes();
    }

    /**
     * Appends an argument to the value of a key.
     *
     * @param entry    that is in.
     * @param argument which word.
     */
    void append(final Entry entry, final int argument) {
        if (isPayload(argument)) {
            keys.changed(entry);
            atHand.add(payloads.append(entry, slice(argument)));
        } else {
            keys.append(entry, buffer(argument), args.offset(argument), args.length(argument));
        }
    }

    /** The most that values come to which one batch may look into, where they are payloads. */
    long mostLookedInto() {
        return 2L * limits.messageBytes();
    }

    /** Any number, the same on every replica that runs the command. */
    long draw() {
        draws = draws * 0x5851f42d4c957f2dL + 0x14057b7ef767814fL;
        return draws ^ draws >>> 29;
    }

    /** Says which payloads a batch that comes next looks into. */
    void prepare(final Query query, final PayloadNeeds into) {
        final boolean isHeader = query.header().capacity() > 0;
        needs.of(isHeader ? query.header() : query.payload(), isHeader ? query.handle().length() : -1, payloads,
            mostLookedInto()).forEach(into::bytes);
    }

    boolean looksInto(final DirectBuffer header) {
        return needs.looksInto(header);
    }

    /** Whether the command at hand looks into a value whose bytes are not at hand: they are for the next batch. */
    boolean lacksBytes() {
        if (payloads == null || !args.op().looksIntoValues()) {
            return false;
        }
        for (int key = args.op().firstKey() - 1; key < args.op().lastKey(); key++) {
            final Entry entry = read(key);
            if (entry != null && args.op().looksInto(entry.valueLength()) && !hasBytes(entry)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether the bytes of a value are at hand.
     *
     * @param entry that is in.
     * @return true where they are none of payloads.
     */
    boolean hasBytes(final Entry entry) {
        final Rope rope = keys.rope(entry);
        final boolean[] isThere = {true};
        if (rope != null) {
            rope.forEach(part -> {}, payload -> isThere[0] &= atHand.contains(payload));
        }
        return isThere[0];
    }

    /**
     * The bytes of a value, which are at hand.
     *
     * @param entry that is in.
     * @return a view that holds until the next call of any method of the store.
     */
    DirectBuffer bytes(final Entry entry) {
        final Rope rope = keys.rope(entry);
        return rope == null ? keys.value(entry) : payloads.bytes(rope);
    }

    /**
     * Gives a key the value of another, and its expiry.
     *
     * @param from   the other's entry, of another key.
     * @param before the key's entry, null when there is none.
     * @param key    which word is the key.
     * @param moves  whether the other is taken out.
     */
    void copy(final Entry from, final Entry before, final int key, final boolean moves) {
        final long at = from.expireAt();
        final Rope rope = payloads == null ? null : payloads.again(from);
        final byte[] value = new byte[rope == null ? from.valueLength() : 0];
        if (rope == null) {
            keys.value(from).getBytes(0, value);
        }
        if (moves) {
            keys.remove(from);
        }
        final Entry entry = put(before, key, new UnsafeBuffer(value), 0, value.length);
        if (rope != null) {
            payloads.replace(entry, rope);
        }
        if (entry.expireAt() != at) {
            expireAt(entry, at);
        }
    }

    private boolean isPayload(final int argument) {
        return payloads != null && args.length(argument) > KvLimits.INLINE_BYTES;
    }

    private Payload slice(final int argument) {
        return handle.slice(args.offset(argument), args.length(argument));
    }

    private DirectBuffer buffer(final int argument) {
        return args.isApart(argument) ? bytes : args.buffer();
    }

    /**
     * Finds a key that has not expired; changes nothing.
     *
     * @param argument which word is the key.
     * @return null when there is none.
     */
    Entry read(final int argument) {
        final Entry entry = keys.find(args.buffer(), args.offset(argument), args.length(argument));
        return entry == null || entry.expired(now) ? null : entry;
    }

    /**
     * Finds a key that has not expired; takes it out where it has.
     *
     * @param argument which word is the key.
     * @return null when there is none.
     */
    Entry write(final int argument) {
        final Entry entry = keys.find(args.buffer(), args.offset(argument), args.length(argument));
        if (entry != null && entry.expired(now)) {
            keys.remove(entry);
            return null;
        }
        return entry;
    }

    /**
     * Sets when a key expires.
     *
     * @param entry that is in.
     * @param at    later than now, or {@link Entry#NEVER}.
     */
    void expireAt(final Entry entry, final long at) {
        keys.expireAt(entry, at);
        if (at != Entry.NEVER) {
            timers.expires(at, now);
        }
    }

    /**
     * Sets the value of a key, which never expires if it was not there.
     *
     * @param before   its entry, null when there is none.
     * @param key      which word is the key.
     * @param argument which word is the value.
     * @return its entry.
     */
    Entry put(final Entry before, final int key, final int argument) {
        if (!isPayload(argument)) {
            return put(before, key, buffer(argument), args.offset(argument), args.length(argument));
        }
        final Entry entry = before == null ? put(null, key, args.buffer(), 0, 0) : before;
        keys.changed(entry);
        atHand.add(payloads.replace(entry, slice(argument)));
        return entry;
    }

    /**
     * Sets the value of a key, which never expires if it was not there.
     *
     * @param before null when the key is not there.
     * @param key    which word is the key.
     * @param value  where the value is.
     * @param offset of its first byte.
     * @param length in bytes.
     * @return its entry.
     */
    Entry put(final Entry before, final int key, final DirectBuffer value, final int offset, final int length) {
        if (before == null) {
            return keys.insert(args.buffer(), args.offset(key), args.length(key), value, offset, length);
        }
        keys.replace(before, value, offset, length);
        return before;
    }

    /**
     * Whether a value fits into the bounds that came with the batch; answers the error where it does not. Decides by
     * what has not expired, so alike on every replica.
     *
     * @param before      the key's entry, null when there is none.
     * @param key         which word is the key.
     * @param valueLength what the value is to have, in bytes.
     * @return whether it fits.
     */
    boolean fits(final Entry before, final int key, final int valueLength) {
        return before == null ? fits(1, KvBounds.entryBytes(args.length(key), valueLength))
            : fits(0, valueLength - before.valueLength());
    }

    /**
     * Whether the store may grow by so much; answers the error where it may not. What has expired is taken out before
     * anything is refused: what is in then is what has not expired.
     *
     * @param entries added, 0 or more.
     * @param bytes   added; nothing that takes no more room is refused.
     * @return whether it fits.
     */
    boolean fits(final long entries, final long bytes) {
        if (keys.isWithin(entries, bytes, args.maxEntries(), args.maxBytes())) {
            return true;
        }
        keys.removeExpired(now, Integer.MAX_VALUE);
        if (keys.isWithin(entries, bytes, args.maxEntries(), args.maxBytes())) {
            return true;
        }
        out.error(entries > args.maxEntries() - keys.size() && entries > 0 ? KvErrors.tooManyEntries(args.maxEntries())
            : KvErrors.tooManyBytes(args.maxBytes()));
        return false;
    }

    /**
     * Reads a word as a number; {@code numbers.valid()} says whether it is one.
     *
     * @param argument which word.
     * @return the number.
     */
    long number(final int argument) {
        return numbers.parse(args.buffer(), args.offset(argument), args.length(argument));
    }
}
