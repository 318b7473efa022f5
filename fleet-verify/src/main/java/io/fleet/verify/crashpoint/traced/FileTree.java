package io.fleet.verify.crashpoint.traced;

import io.fleet.verify.crashpoint.machine.CrashMachine;
import io.fleet.verify.crashpoint.machine.CrashMoment;
import io.fleet.verify.crashpoint.machine.DiskStep;
import io.fleet.verify.crashpoint.machine.Survival;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * What a device may hold of a tree of directories after the system calls so far, as POSIX promises it and not more: the
 * bytes of a file are durable once the file was synced, and the names in a directory once the directory was. Until then
 * any subset of the changes may be there. Changes of one directory keep their order.
 */
public final class FileTree {
    private final Node root = new Node(true);
    private final List<Change> unsynced = new ArrayList<>();
    private BiConsumer<DiskStep, CrashMoment> listener = (operation, moment) -> { };
    private long operations;

    /** A file or a directory: as the process sees it, and what is durable of it. */
    static final class Node {
        private final boolean isDirectory;
        private final Map<String, Node> entries = new TreeMap<>();
        private final Map<String, Node> durableEntries = new TreeMap<>();
        private byte[] durable = {};

        Node(final boolean isDirectory) {
            this.isDirectory = isDirectory;
        }
    }

    /** What of a node is not durable: a sector of a file, or new meanings of names in a directory. */
    private record Change(Node node, int position, byte[] bytes, Map<String, Node> names) {
        void keep(final Map<Node, byte[]> contents, final Map<Node, Map<String, Node>> entries) {
            if (node.isDirectory) {
                final Map<String, Node> kept = entries.computeIfAbsent(node, key -> new TreeMap<>(key.durableEntries));
                names.forEach((name, meaning) -> {
                    if (meaning == null) {
                        kept.remove(name);
                    } else {
                        kept.put(name, meaning);
                    }
                });
            } else {
                contents.merge(node, write(node.durable), (before, first) -> write(before));
            }
        }

        private byte[] write(final byte[] before) {
            final byte[] after = Arrays.copyOf(before, Math.max(before.length, position + bytes.length));
            System.arraycopy(bytes, 0, after, position, bytes.length);
            return after;
        }
    }

    public void listener(final BiConsumer<DiskStep, CrashMoment> newListener) {
        listener = newListener;
    }

    public long operations() {
        return operations;
    }

    public int units() {
        return unsynced.size();
    }

    /** Paths of everything that is there when the power fails now; a directory has no bytes. */
    public Map<String, byte[]> survivors(final Survival survival) {
        final Map<Node, byte[]> contents = new LinkedHashMap<>();
        final Map<Node, Map<String, Node>> entries = new LinkedHashMap<>();
        for (int i = 0; i < unsynced.size(); i++) {
            if (survival.kept().get(i)) {
                unsynced.get(i).keep(contents, entries);
            }
        }
        final Map<String, byte[]> found = new TreeMap<>();
        collect(root, "", contents, entries, found);
        return found;
    }

    /** The file at a path, whatever it is called later. */
    Node open(final String path) {
        return find(path);
    }

    void create(final String path, final boolean directory) {
        change(DiskStep.Kind.CREATE, path, 0, () -> {
            final Node created = new Node(directory);
            name(path, Map.of(last(path), created));
        });
    }

    void write(final Node node, final String path, final long position, final byte[] bytes) {
        change(DiskStep.Kind.WRITE, path, bytes.length, () -> {
            for (int done = 0; done < bytes.length; ) {
                final int at = (int) position + done;
                final int step = Math.min(CrashMachine.SECTOR - at % CrashMachine.SECTOR, bytes.length - done);
                unsynced.add(new Change(node, at, Arrays.copyOfRange(bytes, done, done + step), null));
                done += step;
            }
        });
    }

    void sync(final Node node, final String path) {
        change(DiskStep.Kind.SYNC, path, 0, () -> {
            for (final Change change : unsynced) {
                if (change.node == node && node.isDirectory) {
                    node.durableEntries.clear();
                    node.durableEntries.putAll(node.entries);
                } else if (change.node == node) {
                    node.durable = change.write(node.durable);
                }
            }
            unsynced.removeIf(change -> change.node == node);
        });
    }

    void rename(final String from, final String to) {
        change(DiskStep.Kind.RENAME, from + " -> " + last(to), 0, () -> {
            final Map<String, Node> names = new TreeMap<>();
            names.put(last(from), null);
            names.put(last(to), find(from));
            name(from, names);
        });
    }

    void delete(final String path) {
        change(DiskStep.Kind.DELETE, path, 0, () -> {
            final Map<String, Node> names = new TreeMap<>();
            names.put(last(path), null);
            name(path, names);
        });
    }

    private void change(final DiskStep.Kind kind, final String path, final int length, final Runnable effect) {
        final DiskStep operation = new DiskStep(++operations, kind, path, 0, length);
        listener.accept(operation, CrashMoment.BEFORE);
        effect.run();
        listener.accept(operation, CrashMoment.AFTER);
    }

    /** Gives names in the directory of a path a new meaning, null for none. */
    private void name(final String path, final Map<String, Node> names) {
        final Node directory = find(path.contains("/") ? path.substring(0, path.lastIndexOf('/')) : "");
        names.forEach((name, node) -> {
            if (node == null) {
                directory.entries.remove(name);
            } else {
                directory.entries.put(name, node);
            }
        });
        unsynced.add(new Change(directory, 0, null, names));
    }

    private Node find(final String path) {
        Node node = root;
        for (final String name : path.isEmpty() ? new String[0] : path.split("/")) {
            node = node.entries.get(name);
            if (node == null) {
                throw new IllegalStateException("no file " + path);
            }
        }
        return node;
    }

    private static String last(final String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static void collect(final Node node, final String path, final Map<Node, byte[]> contents,
                                final Map<Node, Map<String, Node>> entries, final Map<String, byte[]> found) {
        if (!node.isDirectory) {
            found.put(path, contents.getOrDefault(node, node.durable));
            return;
        }
        found.put(path, new byte[0]);
        entries.getOrDefault(node, node.durableEntries).forEach((name, child) ->
            collect(child, path.isEmpty() ? name : path + "/" + name, contents, entries, found));
    }
}
