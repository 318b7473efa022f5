package io.fleet.examples.kv.store;

import java.util.ArrayList;
import java.util.List;

/** The open views of one store. The machine's thread. */
public final class KeyViews {
    private final HeapEntry[][] live;
    private final List<KeyView> open = new ArrayList<>();

    KeyViews(final HeapEntry[][] live) {
        this.live = live;
    }

    public KeyView open() {
        final KeyView view = new KeyView(live);
        open.add(view);
        return view;
    }

    public void close(final KeyView view) {
        open.remove(view);
    }

    /** A segment is about to change: its keys, or when they expire. */
    void save(final int segment) {
        SavedKey[] copy = null;
        for (int i = 0; i < open.size(); i++) {
            copy = open.get(i).save(segment, copy);
        }
    }

    /** All of them are. */
    void saveAll() {
        for (int segment = 0; segment < live.length && !open.isEmpty(); segment++) {
            save(segment);
        }
    }
}
