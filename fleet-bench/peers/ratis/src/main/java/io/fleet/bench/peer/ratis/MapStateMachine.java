package io.fleet.bench.peer.ratis;

import io.fleet.bench.peer.ValueMap;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/** The map; keeps no snapshots. Queries come from other threads than the one that applies. */
final class MapStateMachine extends BaseStateMachine {
    private final ValueMap map;

    MapStateMachine(final int keys) {
        map = new ValueMap(keys);
    }

    @Override
    public CompletableFuture<Message> applyTransaction(final TransactionContext transaction) {
        final LogEntryProto entry = transaction.getLogEntry();
        final ByteString content = entry.getStateMachineLogEntry().getLogData();
        final ByteBuffer keyAndValue = content.asReadOnlyByteBuffer();
        final long key = keyAndValue.getLong();
        synchronized (map) {
            keyAndValue.get(map.forPut(key, keyAndValue.remaining()));
        }
        updateLastAppliedTermIndex(entry.getTerm(), entry.getIndex());
        return CompletableFuture.completedFuture(Message.EMPTY);
    }

    @Override
    public CompletableFuture<Message> query(final Message request) {
        synchronized (map) {
            final byte[] value = map.get(Entries.key(request.getContent()));
            return CompletableFuture.completedFuture(value == null ? Message.EMPTY
                : Message.valueOf(ByteString.copyFrom(value)));
        }
    }
}
