package io.fleet.consensus;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.replication.AcceptedEntry;
import io.fleet.consensus.message.replication.CatchUpEntry;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.consensus.message.snapshot.SnapshotChunk;
import io.fleet.storage.EntryMeta;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Deep copies of messages, which roles reuse after each call. */
public final class MessageCopy {
    private MessageCopy() {
    }

    public static Message of(final Message message) {
        try {
            final Message copy = message.getClass().getDeclaredConstructor().newInstance();
            for (final Field field : message.getClass().getFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    copy(field, message, copy);
                }
            }
            copyBytes(copy);
            return copy;
        } catch (final ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static void copy(final Field field, final Message from, final Message to)
        throws ReflectiveOperationException {
        final Object value = field.get(from);
        if (value instanceof EntryMeta meta) {
            ((EntryMeta) field.get(to)).set(meta);
        } else if (value instanceof long[] numbers) {
            System.arraycopy(numbers, 0, (long[]) field.get(to), 0, numbers.length);
        } else if (value instanceof int[] numbers) {
            System.arraycopy(numbers, 0, (int[]) field.get(to), 0, numbers.length);
        } else if (value instanceof OrderEntry[] lines) {
            for (int i = 0; i < lines.length; i++) {
                ((OrderEntry[]) field.get(to))[i].set(lines[i]);
            }
        } else if (value instanceof AcceptedEntry[] lines) {
            for (int i = 0; i < lines.length; i++) {
                ((AcceptedEntry[]) field.get(to))[i].set(lines[i]);
            }
        } else {
            field.set(to, value);
        }
    }

    private static void copyBytes(final Message copy) {
        if (copy instanceof EntryBody body) {
            body.buffer = slice(body.buffer, body.bufferOffset, body.chunkLength);
            body.bufferOffset = 0;
        } else if (copy instanceof CatchUpEntry entry) {
            entry.buffer = slice(entry.buffer, entry.bufferOffset, entry.chunkLength);
            entry.bufferOffset = 0;
        } else if (copy instanceof SnapshotChunk piece) {
            piece.buffer = slice(piece.buffer, piece.bufferOffset, piece.chunkLength);
            piece.bufferOffset = 0;
        } else if (copy instanceof ReplyBatch batch) {
            batch.buffer = slice(batch.buffer, batch.bufferOffset, batch.length);
            batch.bufferOffset = 0;
        }
    }

    private static DirectBuffer slice(final DirectBuffer buffer, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        if (length > 0) {
            buffer.getBytes(offset, bytes);
        }
        return new UnsafeBuffer(bytes);
    }
}
