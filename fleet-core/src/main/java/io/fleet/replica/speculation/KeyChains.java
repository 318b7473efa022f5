package io.fleet.replica.speculation;

import io.fleet.machine.CommandKeys;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongArrayList;

/**
 * Which command waits for which (V6): for the last one before it of each of its keys, and one that may touch anything
 * for all before it. Knows those that were prepared and not published; no more of them than its user has.
 */
public final class KeyChains implements CommandKeys {
    /** A command of more keys counts as one that may touch anything: {@value}. */
    public static final int MAX_KEYS = 64;

    /** Those that nobody has to wait for are forgotten when there are so many: twice as many as may be prepared. */
    private static final int PRUNED = 2048;

    private static final int KEPT_CAPACITY = 4096;

    private Long2ObjectHashMap<Preparation> last = new Long2ObjectHashMap<>();
    private final List<Preparation> sinceAll = new ArrayList<>();
    private final LongArrayList keys = new LongArrayList();
    private Preparation all;
    private boolean isAll;

    /** The keys of another command come. */
    public void begin() {
        keys.clear();
        isAll = false;
    }

    @Override
    public void add(final long key) {
        if (keys.size() >= MAX_KEYS) {
            isAll = true;
        } else {
            keys.addLong(key);
        }
    }

    @Override
    public void all() {
        isAll = true;
    }

    /**
     * The command whose keys have come is the next in the order of the log.
     *
     * @param command to wait for those before it.
     */
    public void append(final Preparation command) {
        if (all != null) {
            command.await(all);
        }
        if (isAll) {
            sinceAll.forEach(command::await);
            sinceAll.clear();
            clearKeys();
            all = command;
            return;
        }
        for (int i = 0; i < keys.size(); i++) {
            final Preparation before = last.put(keys.getLong(i), command);
            if (before != null && before != command) {
                command.await(before);
            }
        }
        sinceAll.add(command);
        if (sinceAll.size() >= PRUNED) {
            prune();
        }
    }

    /** Nothing is prepared any more: who comes next waits for nobody. */
    public void clear() {
        clearKeys();
        sinceAll.clear();
        all = null;
    }

    private void clearKeys() {
        if (last.capacity() > KEPT_CAPACITY) {
            last = new Long2ObjectHashMap<>();
        } else if (!last.isEmpty()) {
            last.clear();
        }
    }

    /** To how many commands it refers at most. */
    int size() {
        return Math.max(last.size(), sinceAll.size());
    }

    private void prune() {
        sinceAll.removeIf(Preparation::isPassedOn);
        last.values().removeIf(Preparation::isPassedOn);
        all = all == null || all.isPassedOn() ? null : all;
    }
}
