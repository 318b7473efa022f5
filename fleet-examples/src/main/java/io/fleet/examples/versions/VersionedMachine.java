package io.fleet.examples.versions;

import io.fleet.machine.Command;
import io.fleet.machine.CommandKeys;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.ShippedEffects;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A store that keeps what it overwrites. Each put gets the next version number, counted over all keys, so one number
 * names a consistent state of the whole store: reading several keys at one version sees them as they were together.
 * Spoken to through {@link VersionedClient}, which says how commands lie in bytes.
 *
 * <p>Speculates: a put that is prepared adds its revision behind those of its key, as a draft that no query sees.
 * Publishing it raises the version, which is the watermark, and gives the revision its number. Numbers are known only
 * then, so that puts of different keys need not wait for each other.
 *
 * <p>Ships its drafts: what a command will do is all that another replica needs. Little is saved by that here, as a put
 * is no work; it shows how it is done. {@link DraftCodec} says how they lie in bytes.
 */
public final class VersionedMachine implements ShippedEffects<Draft> {
    static final byte PUT = 1;
    static final byte TRIM = 2;
    static final byte GET = 3;
    static final byte VERSION = 4;
    static final byte FOUND = 1;
    static final byte ABSENT = 0;
    static final byte TRIMMED = 2;
    private static final int HEADER_LENGTH = 1 + Long.BYTES;

    /** Those of each key; none is empty. Drafts are added on other threads. */
    private final Map<String, Revisions> keys = new ConcurrentHashMap<>();
    private long version;
    private long oldest;

    /** Creates an empty store at version 0. */
    public VersionedMachine() {
    }

    /** Puts of one key come one after the other. A trim waits for none: it looks only at what is published. */
    @Override
    public void keys(final Command command, final CommandKeys into) {
        final DirectBuffer header = command.header();
        if (header.capacity() >= HEADER_LENGTH && header.getByte(0) == PUT) {
            into.add(key(header).hashCode());
        }
    }

    @Override
    public Draft prepare(final Command command, final Reply reply) {
        final DirectBuffer header = command.header();
        return switch (operation(header)) {
            case PUT -> add(new Draft(key(header), new Revision(bytes(command.payload(), 0)), 0));
            case TRIM -> new Draft(null, null, number(header));
            default -> throw new IllegalArgumentException("operation " + operation(header) + " is no command");
        };
    }

    private Draft add(final Draft draft) {
        if (draft.revision() != null) {
            keys.compute(draft.key(), (key, before) -> {
                final Revisions revisions = before == null ? new Revisions() : before;
                revisions.add(draft.revision());
                return revisions;
            });
        }
        return draft;
    }

    @Override
    public int effectsFormat() {
        return DraftCodec.FORMAT;
    }

    @Override
    public int writeEffect(final Draft draft, final MutableDirectBuffer buffer) {
        return DraftCodec.encode(draft, buffer);
    }

    /** Reads all of it before anything is added, so that what cannot be read leaves nothing. */
    @Override
    public Draft insertEffect(final DirectBuffer buffer, final int offset, final int length) {
        return add(DraftCodec.decode(buffer, offset, length));
    }

    @Override
    public void publish(final Draft draft, final Reply reply) {
        if (draft.revision() == null) {
            trim(draft.before());
            reply.writeLong(oldest);
        } else {
            draft.revision().publish(++version);
            reply.writeLong(version);
        }
    }

    @Override
    public void revoke(final Draft draft) {
        if (draft.revision() != null) {
            keys.computeIfPresent(draft.key(), (key, revisions) -> revisions.removeNewest() ? revisions : null);
        }
    }

    @Override
    public void query(final Query query, final Reply reply) {
        final DirectBuffer header = query.header();
        switch (operation(header)) {
            case GET -> get(key(header), number(header), reply);
            case VERSION -> reply.writeLong(version);
            default -> throw new IllegalArgumentException("operation " + operation(header) + " is no query");
        }
    }

    private void get(final String key, final long at, final Reply reply) {
        final Revisions revisions = keys.get(key);
        final Revision found = revisions == null ? null : revisions.newest(Math.min(at, version));
        if (at < oldest) {
            reply.writeByte(TRIMMED).writeLong(oldest);
        } else if (found == null) {
            reply.writeByte(ABSENT);
        } else {
            reply.writeByte(FOUND).writeLong(found.number()).write(found.value());
        }
    }

    /** Forgets what cannot be seen at a version or any after it. */
    private void trim(final long before) {
        oldest = Math.max(oldest, Math.min(before, version));
        keys.values().forEach(revisions -> revisions.trim(oldest));
    }

    private static byte operation(final DirectBuffer header) {
        if (header.capacity() < HEADER_LENGTH) {
            throw new IllegalArgumentException("a header of " + header.capacity() + " bytes, but 9 or more are needed");
        }
        return header.getByte(0);
    }

    private static long number(final DirectBuffer header) {
        return header.getLong(1, ByteOrder.LITTLE_ENDIAN);
    }

    private static String key(final DirectBuffer header) {
        return new String(bytes(header, HEADER_LENGTH), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(final DirectBuffer buffer, final int from) {
        final byte[] copy = new byte[buffer.capacity() - from];
        buffer.getBytes(from, copy);
        return copy;
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        out.writeLong(version);
        out.writeLong(oldest);
        out.writeInt(keys.size());
        new TreeMap<>(keys).forEach((key, revisions) -> {
            final List<Revision> all = revisions.list();
            out.writeBytes(key.getBytes(StandardCharsets.UTF_8));
            out.writeInt(all.size());
            all.forEach(each -> {
                out.writeLong(each.number());
                out.writeBytes(each.value());
            });
        });
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        keys.clear();
        version = in.readLong();
        oldest = in.readLong();
        for (int left = in.readInt(); left > 0; left--) {
            final Revisions revisions = new Revisions();
            keys.put(new String(in.readBytes(), StandardCharsets.UTF_8), revisions);
            for (int more = in.readInt(); more > 0; more--) {
                final long number = in.readLong();
                final Revision revision = new Revision(in.readBytes());
                revision.publish(number);
                revisions.add(revision);
            }
        }
    }
}
