package io.fleet.consensus;

import io.fleet.consensus.message.Message;
import java.util.ArrayList;
import java.util.List;

/** Keeps a copy of all that is sent. */
public final class RecordingOutbound implements Outbound {
    /** {@link Sent#to}: everyone. */
    public static final int ALL = -2;
    /** {@link Sent#to}: the batcher. */
    public static final int BATCHER = -3;

    /** What was sent, oldest first. */
    public final List<Sent> sent = new ArrayList<>();
    /** How many more messages are taken before there is back-pressure. */
    public int room = Integer.MAX_VALUE;
    private final int self;

    public RecordingOutbound(final int self) {
        this.self = self;
    }

    @Override
    public int self() {
        return self;
    }

    @Override
    public boolean broadcast(final Message message) {
        return take(ALL, 0, message);
    }

    @Override
    public boolean send(final int node, final Message message) {
        return take(node, 0, message);
    }

    @Override
    public boolean sendToBatcher(final long batcherId, final Message message) {
        return take(BATCHER, batcherId, message);
    }

    public <T extends Message> List<T> all(final Class<T> type) {
        return sent.stream().map(Sent::message).filter(type::isInstance).map(type::cast).toList();
    }

    /** The newest message of a type; fails when there is none. */
    public <T extends Message> T last(final Class<T> type) {
        final List<T> all = all(type);
        if (all.isEmpty()) {
            throw new AssertionError("no " + type.getSimpleName() + " was sent");
        }
        return all.get(all.size() - 1);
    }

    public List<Integer> receivers(final Class<? extends Message> type) {
        return sent.stream().filter(s -> type.isInstance(s.message())).map(Sent::to).toList();
    }

    public void clear() {
        sent.clear();
    }

    private boolean take(final int to, final long batcherId, final Message message) {
        if (room == 0) {
            return false;
        }
        room--;
        sent.add(new Sent(to, batcherId, MessageCopy.of(message)));
        return true;
    }

    /** One message on its way. */
    public record Sent(int to, long batcherId, Message message) {
    }
}
