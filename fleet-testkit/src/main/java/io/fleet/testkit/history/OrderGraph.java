package io.fleet.testkit.history;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which operation must stand before which, and whether that is possible. Real time takes a node for each answer instead
 * of an edge for each pair: an operation points to the node of its answer, each such node to the next, and the last one
 * before an invocation to the operation invoked.
 */
final class OrderGraph {
    private record Edge(int to, String why) {
    }

    private final List<? extends Operation<?, ?>> operations;
    private final List<List<Edge>> edges = new ArrayList<>();
    private final Map<Long, List<Integer>> unread = new HashMap<>();
    private final Map<Long, List<Integer>> readers = new HashMap<>();

    OrderGraph(final List<? extends Operation<?, ?>> operations) {
        this.operations = operations;
        operations.forEach(operation -> edges.add(new ArrayList<>()));
    }

    void edge(final int from, final int to, final String why) {
        if (from != to) {
            edges.get(from).add(new Edge(to, why));
        }
    }

    /** An operation appends to a list what nobody ever saw. */
    void appendsUnread(final long key, final int operation) {
        unread.computeIfAbsent(key, any -> new ArrayList<>()).add(operation);
    }

    /** An operation saw all of a list that anybody ever saw. */
    void readsAll(final long key, final int operation) {
        readers.computeIfAbsent(key, any -> new ArrayList<>()).add(operation);
    }

    /**
     * Adds real time, and what is known of appends that nobody saw.
     *
     * @param observed operations without an answer that somebody saw the effect of; others without answer are left out.
     */
    void realTime(final Set<Integer> observed) {
        unread.forEach((key, appends) -> {
            final int all = node();
            readers.getOrDefault(key, List.of()).forEach(reader -> edges.get(reader).add(new Edge(all, "reads list "
                + key + " before the append of")));
            appends.forEach(append -> edges.get(all).add(new Edge(append, "")));
        });
        final List<long[]> events = new ArrayList<>();
        for (int i = 0; i < operations.size(); i++) {
            final Operation<?, ?> operation = operations.get(i);
            final boolean answered = operation.outcome() == Outcome.OK;
            if (answered || observed.contains(i)) {
                events.add(new long[] {operation.invokedAt(), i, 0});
            }
            if (answered) {
                events.add(new long[] {operation.returnedAt(), i, 1});
            }
        }
        events.sort((a, b) -> Long.compare(a[0], b[0]));
        int last = -1;
        for (final long[] event : events) {
            if (event[2] == 0) {
                if (last >= 0) {
                    edges.get(last).add(new Edge((int) event[1], ""));
                }
            } else {
                final int node = node();
                if (last >= 0) {
                    edges.get(last).add(new Edge(node, ""));
                }
                edges.get((int) event[1]).add(new Edge(node, "was answered before the invocation of"));
                last = node;
            }
        }
    }

    /** A shortest cycle through some operation, in words; null when there is none. */
    String cycle() {
        final int[] component = components();
        for (int from = 0; from < operations.size(); from++) {
            for (final Edge edge : edges.get(from)) {
                if (component[edge.to] == component[from]) {
                    return describe(from, component);
                }
            }
        }
        return null;
    }

    private int node() {
        edges.add(new ArrayList<>());
        return edges.size() - 1;
    }

    /** Breadth first from a node back to itself, within its component. */
    private String describe(final int start, final int[] component) {
        final int[] parent = new int[edges.size()];
        final String[] why = new String[edges.size()];
        Arrays.fill(parent, -1);
        final ArrayDeque<Integer> queue = new ArrayDeque<>(List.of(start));
        while (parent[start] < 0) {
            final int node = queue.poll();
            for (final Edge edge : edges.get(node)) {
                if (component[edge.to] == component[start] && parent[edge.to] < 0) {
                    parent[edge.to] = node;
                    why[edge.to] = edge.why;
                    queue.add(edge.to);
                }
            }
        }
        final ArrayDeque<String> lines = new ArrayDeque<>();
        for (int at = parent[start], to = start;; to = at, at = parent[at]) {
            if (at < operations.size()) {
                lines.addFirst("  " + operations.get(at) + "\n    " + why[to]);
            }
            if (at == start) {
                break;
            }
        }
        return "a cycle of operations, each of which must stand before the next:\n" + String.join("\n", lines)
            + "\n  the first";
    }

    /** Tarjan's strongly connected components, without recursion. */
    private int[] components() {
        final int size = edges.size();
        final int[] component = new int[size];
        final int[] index = new int[size];
        final int[] low = new int[size];
        final int[] position = new int[size];
        final int[] stack = new int[size];
        final int[] path = new int[size];
        Arrays.fill(component, -1);
        int stacked = 0;
        int visited = 0;
        int found = 0;
        for (int root = 0; root < size; root++) {
            if (index[root] != 0) {
                continue;
            }
            int depth = 0;
            path[0] = root;
            index[root] = low[root] = ++visited;
            stack[stacked++] = root;
            while (depth >= 0) {
                final int node = path[depth];
                if (position[node] < edges.get(node).size()) {
                    final int to = edges.get(node).get(position[node]++).to;
                    if (index[to] == 0) {
                        index[to] = low[to] = ++visited;
                        stack[stacked++] = to;
                        path[++depth] = to;
                    } else if (component[to] < 0) {
                        low[node] = Math.min(low[node], index[to]);
                    }
                    continue;
                }
                if (low[node] == index[node]) {
                    int member;
                    do {
                        member = stack[--stacked];
                        component[member] = found;
                    } while (member != node);
                    found++;
                }
                if (--depth >= 0) {
                    low[path[depth]] = Math.min(low[path[depth]], low[node]);
                }
            }
        }
        return component;
    }
}
