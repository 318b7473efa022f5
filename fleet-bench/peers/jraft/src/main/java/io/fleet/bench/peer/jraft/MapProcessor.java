package io.fleet.bench.peer.jraft;

import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.closure.ReadIndexClosure;
import com.alipay.sofa.jraft.entity.Task;
import com.alipay.sofa.jraft.rpc.RpcContext;
import com.alipay.sofa.jraft.rpc.RpcProcessor;

/** Takes requests at a node: a put goes into the log, a get waits for a read index; who does not lead refuses both. */
final class MapProcessor implements RpcProcessor<MapRequest> {
    private static final byte[] NO_CONTEXT = new byte[0];

    private final MapStateMachine machine;
    private volatile Node node;

    MapProcessor(final MapStateMachine machine) {
        this.machine = machine;
    }

    void serve(final Node started) {
        node = started;
    }

    @Override
    public void handleRequest(final RpcContext context, final MapRequest request) {
        final Node leader = node;
        if (leader == null || !leader.isLeader()) {
            context.sendResponse(new MapReply(null, "not the leader"));
        } else if (request.value() == null) {
            leader.readIndex(NO_CONTEXT, new ReadIndexClosure() {
                @Override
                public void run(final Status status, final long index, final byte[] same) {
                    context.sendResponse(status.isOk() ? new MapReply(machine.get(request.key()), null)
                        : new MapReply(null, status.toString()));
                }
            });
        } else {
            leader.apply(new Task(MapStateMachine.entry(request.key(), request.value()),
                status -> context.sendResponse(new MapReply(null, status.isOk() ? null : status.toString()))));
        }
    }

    @Override
    public String interest() {
        return MapRequest.class.getName();
    }
}
