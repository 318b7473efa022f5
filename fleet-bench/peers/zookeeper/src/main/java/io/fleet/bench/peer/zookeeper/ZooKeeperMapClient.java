package io.fleet.bench.peer.zookeeper;

import io.fleet.bench.load.Outcomes;
import io.fleet.bench.load.PeerClient;
import io.fleet.bench.peer.PeerConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;

/** One session; outcomes come in on its event thread. Makes the znodes of all keys first. */
final class ZooKeeperMapClient implements PeerClient {
    private static final int SESSION_MILLIS = 30_000;
    private static final long CONNECT_SECONDS = 60;
    private static final int CREATES_AT_ONCE = 500;

    private final ZooKeeper session;
    private final Outcomes outcomes;
    private final String[] paths;

    private ZooKeeperMapClient(final ZooKeeper session, final PeerConfig config, final Outcomes outcomes) {
        this.session = session;
        this.outcomes = outcomes;
        paths = new String[config.keys()];
        for (int i = 0; i < paths.length; i++) {
            paths[i] = "/" + i;
        }
    }

    static ZooKeeperMapClient connect(final PeerConfig config, final Outcomes outcomes)
        throws IOException, InterruptedException, KeeperException {
        final CountDownLatch connected = new CountDownLatch(1);
        final ZooKeeper session = new ZooKeeper(QuorumNode.addresses(config), SESSION_MILLIS, event -> {
            if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
                connected.countDown();
            }
        });
        if (!connected.await(CONNECT_SECONDS, TimeUnit.SECONDS)) {
            session.close();
            throw new IOException("no server has taken the session within " + CONNECT_SECONDS + " s");
        }
        final ZooKeeperMapClient client = new ZooKeeperMapClient(session, config, outcomes);
        client.createKeys();
        return client;
    }

    private void createKeys() throws InterruptedException, KeeperException {
        final List<Op> creates = new ArrayList<>();
        for (int i = 0; i < paths.length; i++) {
            creates.add(Op.create(paths[i], new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT));
            if (creates.size() == CREATES_AT_ONCE || i == paths.length - 1) {
                session.multi(creates);
                creates.clear();
            }
        }
    }

    @Override
    public boolean put(final long key, final byte[] value, final long correlation) {
        session.setData(paths[(int) key], value, -1, (code, path, context, stat) -> {
            if (isOk(code)) {
                outcomes.onReply(correlation, 0);
            } else {
                outcomes.onFailure(correlation, reason(code));
            }
        }, null);
        return true;
    }

    @Override
    public boolean get(final long key, final long correlation) {
        final String path = paths[(int) key];
        final int[] synced = new int[1];
        session.sync(path, (code, same, context) -> synced[0] = code, null);
        session.getData(path, false, (code, same, context, data, stat) -> {
            if (!isOk(synced[0])) {
                outcomes.onFailure(correlation, "sync: " + reason(synced[0]));
            } else if (!isOk(code)) {
                outcomes.onFailure(correlation, reason(code));
            } else {
                outcomes.onReply(correlation, data.length);
            }
        }, null);
        return true;
    }

    private static boolean isOk(final int code) {
        return code == KeeperException.Code.OK.intValue();
    }

    private static String reason(final int code) {
        return KeeperException.Code.get(code).toString();
    }

    @Override
    public void close() {
        try {
            session.close();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
