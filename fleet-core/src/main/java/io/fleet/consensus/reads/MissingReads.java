package io.fleet.consensus.reads;

import io.fleet.consensus.ModeCounter;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.read.ReadRequest;
import io.fleet.storage.coverage.CoverageMark;
import java.util.List;

/** Where the module that serves reads is not on the class path: each is refused, and told which one is missing. */
final class MissingReads implements ReadServerFactory {
    private static final CoverageMark MISSING = CoverageMark.named("group-reads.nothing-serves-them");

    @Override
    public ReadServer create(final ReadContext context) {
        context.routes().<ReadRequest>on(MessageType.READ_REQUEST, (sender, request, nowNs) -> refuse(context,
            request));
        return new Nothing();
    }

    @Override
    public ReadPool threads(final int count) {
        return ReadPool.OFF;
    }

    private static void refuse(final ReadContext context, final ReadRequest request) {
        MISSING.hit();
        context.replica().refuse(request.batcherId, request.requestId, true, "group " + context.groupId()
            + " serves no reads beside the log: they need the Maven artifact " + ReadServerFactory.ARTIFACT
            + " on the class path of its nodes, and it is not there", request.buffer, request.bufferOffset,
            request.length);
    }

    private record Nothing() implements ReadServer {
        @Override
        public int doWork(final long nowNs) {
            return 0;
        }

        @Override
        public boolean isWaiting() {
            return false;
        }

        @Override
        public void onStoodStill() {
            // Nothing is measured.
        }

        @Override
        public List<ModeCounter> counters() {
            return List.of();
        }

        @Override
        public void close() {
            // Nothing waits.
        }
    }
}
