package io.fleet.bench.peer.jraft;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Iterator;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.core.StateMachineAdapter;
import com.alipay.sofa.jraft.error.RaftException;
import io.fleet.bench.peer.ValueMap;
import java.nio.ByteBuffer;

/** The map: an entry is the key, followed by the value. Read by other threads than the one that applies. */
final class MapStateMachine extends StateMachineAdapter {
    private final ValueMap map;

    MapStateMachine(final int keys) {
        map = new ValueMap(keys);
    }

    static ByteBuffer entry(final long key, final byte[] value) {
        return ByteBuffer.allocate(Long.BYTES + value.length).putLong(key).put(value).flip();
    }

    @Override
    public void onApply(final Iterator entries) {
        while (entries.hasNext()) {
            final ByteBuffer entry = entries.getData().duplicate();
            final long key = entry.getLong();
            synchronized (map) {
                entry.get(map.forPut(key, entry.remaining()));
            }
            final Closure done = entries.done();
            if (done != null) {
                done.run(Status.OK());
            }
            entries.next();
        }
    }

    /** A copy of the value; null when there is none. */
    byte[] get(final long key) {
        synchronized (map) {
            final byte[] value = map.get(key);
            return value == null ? null : value.clone();
        }
    }

    @Override
    public void onError(final RaftException failure) {
        System.err.println("JRaft has ended by itself: " + failure);
        Runtime.getRuntime().halt(1);
    }
}
