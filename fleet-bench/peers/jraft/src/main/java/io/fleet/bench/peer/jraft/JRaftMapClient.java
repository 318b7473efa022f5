package io.fleet.bench.peer.jraft;

import com.alipay.sofa.jraft.RouteTable;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.error.RemotingException;
import com.alipay.sofa.jraft.option.CliOptions;
import com.alipay.sofa.jraft.rpc.impl.cli.CliClientServiceImpl;
import com.alipay.sofa.jraft.util.Endpoint;
import io.fleet.bench.load.Outcomes;
import io.fleet.bench.load.PeerClient;
import io.fleet.bench.peer.PeerConfig;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Calls the leader; outcomes come in on threads of the RPC. Who leads is asked by the driving thread, at first and when
 * a call has failed.
 */
final class JRaftMapClient implements PeerClient {
    private static final int CALL_MILLIS = 5_000;
    private static final int ASK_MILLIS = 1_000;
    private static final long BETWEEN_ASKS_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Outcomes outcomes;
    private final CliClientServiceImpl service = new CliClientServiceImpl();
    private volatile Endpoint leader;
    private volatile boolean isDoubted = true;
    private long askedNs = System.nanoTime() - BETWEEN_ASKS_NS;

    JRaftMapClient(final PeerConfig config, final Outcomes outcomes) {
        this.outcomes = outcomes;
        RouteTable.getInstance().updateConfiguration(JRaftNode.GROUP, JRaftNode.members(config));
        service.init(new CliOptions());
    }

    @Override
    public boolean put(final long key, final byte[] value, final long correlation) {
        return call(new MapRequest(key, value), correlation);
    }

    @Override
    public boolean get(final long key, final long correlation) {
        return call(new MapRequest(key, null), correlation);
    }

    private boolean call(final MapRequest request, final long correlation) {
        final Endpoint target = leader;
        if (target == null) {
            return false;
        }
        try {
            service.getRpcClient().invokeAsync(target, request,
                (result, failure) -> onResult(correlation, result, failure), CALL_MILLIS);
            return true;
        } catch (final RemotingException notTaken) {
            // Its buffers are full, or the connection is gone; which of the two does not show in the type.
            isDoubted = !service.getRpcClient().checkConnection(target);
            return false;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void onResult(final long correlation, final Object result, final Throwable failure) {
        if (failure != null) {
            isDoubted = true;
            outcomes.onFailure(correlation, failure.toString());
        } else if (((MapReply) result).failure() != null) {
            isDoubted = true;
            outcomes.onFailure(correlation, ((MapReply) result).failure());
        } else {
            final byte[] value = ((MapReply) result).value();
            outcomes.onReply(correlation, value == null ? -1 : value.length);
        }
    }

    @Override
    public int poll() {
        if (!isDoubted || System.nanoTime() - askedNs < BETWEEN_ASKS_NS) {
            return 0;
        }
        try {
            final RouteTable routes = RouteTable.getInstance();
            if (routes.refreshLeader(service, JRaftNode.GROUP, ASK_MILLIS).isOk()) {
                final PeerId found = routes.selectLeader(JRaftNode.GROUP);
                if (found != null && service.connect(found.getEndpoint())) {
                    isDoubted = false;
                    leader = found.getEndpoint();
                }
            }
        } catch (final TimeoutException again) {
            isDoubted = true;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        askedNs = System.nanoTime();
        return 1;
    }

    @Override
    public void close() {
        service.shutdown();
    }
}
