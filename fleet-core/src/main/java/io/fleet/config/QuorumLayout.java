package io.fleet.config;

import io.fleet.error.ConfigException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How the voters of a group count: its quorum system, and who is where in it. Part of the configuration, and so agreed.
 * Immutable.
 *
 * <ul>
 * <li>{@link Kind#MAJORITY}: a majority of the voters chooses an entry, and elects a leader.
 * <li>{@link Kind#GROUPS}: each entry goes to one of several <em>storage groups</em>, and is chosen by a majority of
 * that group; a leader is elected by a majority of every group (FLEET, section 3.1.2).
 * <li>{@link Kind#GRID}: each entry goes to one <em>column</em> of a grid, and is chosen once all of that column have
 * it; reads ask one whole <em>row</em>, and a leader is elected by a row and a column (Compartmentalized MultiPaxos,
 * section 3.2).
 * </ul>
 *
 * <p>Voters that are in no group, and at no place of a grid, count for nothing: full members among them execute, may
 * lead and reply; witnesses among them wait to be given a place.
 */
public final class QuorumLayout {
    /** What counts. */
    public enum Kind {
        /** Any majority of the voters. */
        MAJORITY,
        /** A majority of one storage group to write, and of each to read and elect. */
        GROUPS,
        /** A column of a grid to write, a row to read, and both to elect. */
        GRID
    }

    /** The most members that have a place. */
    public static final int MAX_MEMBERS = 63;
    private static final int MAX_NODE = 1023;
    private static final QuorumLayout MAJORITY = new QuorumLayout(Kind.MAJORITY, List.of());

    private final Kind kind;
    private final List<List<Integer>> parts;

    private QuorumLayout(final Kind kind, final List<List<Integer>> parts) {
        this.kind = kind;
        this.parts = parts.stream().map(List::copyOf).toList();
    }

    /**
     * A majority of all voters, whoever they are.
     *
     * @return the layout.
     */
    public static QuorumLayout majority() {
        return MAJORITY;
    }

    /**
     * Storage groups.
     *
     * @param groups the node ids of each; no node is in two.
     * @return the layout.
     * @throws ConfigException naming what is wrong: a group without members, or a node that is in two.
     */
    public static QuorumLayout groups(final List<List<Integer>> groups) {
        return checked(new QuorumLayout(Kind.GROUPS, groups));
    }

    /**
     * A grid.
     *
     * @param rows the node ids of each row, by column; at least two rows, all of the same length, which is at least
     *             two. Each node has one place.
     * @return the layout.
     * @throws ConfigException naming what is wrong.
     */
    public static QuorumLayout grid(final List<List<Integer>> rows) {
        return checked(new QuorumLayout(Kind.GRID, rows));
    }

    /**
     * Reads what {@link #toString} writes.
     *
     * @param text such as {@code majority}, {@code groups 1,2,3/4,5,6} or {@code grid 1,2/3,4} (rows); a colon may
     *             stand for the space.
     * @return the layout.
     * @throws ConfigException naming what is wrong, and what may be there.
     */
    public static QuorumLayout parse(final String text) {
        final String[] words = text.trim().split("[ :]", 2);
        if (words.length == 1 && words[0].equals("majority")) {
            return MAJORITY;
        }
        if (words.length < 2 || !words[0].equals("groups") && !words[0].equals("grid")) {
            throw new ConfigException("quorums is '" + text
                + "', but must be majority, groups:1,2,3/4,5,6 (the"
                + " node ids of each group) or grid:1,2/3,4 (of each row)");
        }
        final List<List<Integer>> parts = new ArrayList<>();
        for (final String part : words[1].split("/", -1)) {
            final List<Integer> nodes = new ArrayList<>();
            for (final String node : part.split(",", -1)) {
                nodes.add(number(node.trim(), text));
            }
            parts.add(nodes);
        }
        return words[0].equals("grid") ? grid(parts) : groups(parts);
    }

    private static int number(final String word, final String text) {
        if (!word.matches("[0-9]{1,4}")) {
            throw new ConfigException("quorums is '" + text + "', in which '" + word
                + "' is no node id: it must"
                + " be from 0 to " + MAX_NODE);
        }
        return Integer.parseInt(word);
    }

    private static QuorumLayout checked(final QuorumLayout layout) {
        final String fault = layout.fault();
        if (fault != null) {
            throw new ConfigException("quorums is " + layout + ", but " + fault);
        }
        return layout;
    }

    private @Nullable String fault() {
        final Set<Integer> seen = new HashSet<>();
        final int width = parts.isEmpty() ? 0 : parts.get(0).size();
        for (final List<Integer> part : parts) {
            if (part.isEmpty()) {
                return "each " + (kind == Kind.GRID ? "row" : "group") + " must have a member";
            }
            if (kind == Kind.GRID && part.size() != width) {
                return "all rows must be of the same length";
            }
            for (final int node : part) {
                if (node < 0 || node > MAX_NODE) {
                    return "node id " + node + " must be from 0 to " + MAX_NODE;
                }
                if (!seen.add(node)) {
                    return "node " + node + " has two places";
                }
            }
        }
        if (kind == Kind.GROUPS && parts.isEmpty()) {
            return "there must be a group";
        }
        if (kind == Kind.GRID && (parts.size() < 2 || width < 2)) {
            return "a grid must have two rows and two columns at least";
        }
        return seen.size() > MAX_MEMBERS ? "at most " + MAX_MEMBERS + " members can have a place" : null;
    }

    /**
     * A layout that may be none, as one that was read from bytes.
     *
     * @param kind  what counts.
     * @param parts the node ids of each group, or of each row by column; none of a majority.
     * @return the layout; null where {@link #groups} or {@link #grid} would refuse it.
     */
    public static @Nullable QuorumLayout ifSound(final Kind kind, final List<List<Integer>> parts) {
        final QuorumLayout layout = new QuorumLayout(kind, parts);
        return (kind == Kind.MAJORITY) == parts.isEmpty() && layout.fault() == null ? layout : null;
    }

    /**
     * What counts.
     *
     * @return the kind.
     */
    public Kind kind() {
        return kind;
    }

    /**
     * The node ids of each group, or of each row by column; none of a majority.
     *
     * @return the lists; unmodifiable.
     */
    public List<List<Integer>> parts() {
        return parts;
    }

    /**
     * Whether a majority of all voters counts.
     *
     * @return true of a majority; false of storage groups and grids.
     */
    public boolean isMajority() {
        return kind == Kind.MAJORITY;
    }

    /**
     * Whether a voter counts.
     *
     * @param node its node id.
     * @return whether it has a place; true of a majority.
     */
    public boolean counts(final int node) {
        return isMajority() || parts.stream().anyMatch(part -> part.contains(node));
    }

    /**
     * Whether a node has a place in a grid.
     *
     * @param node its node id.
     * @return false of storage groups and a majority, whoever it is.
     */
    public boolean isInGrid(final int node) {
        return kind == Kind.GRID && counts(node);
    }

    /**
     * Whether a node is the only one of its storage group.
     *
     * @param node its node id.
     * @return false of a grid and a majority, whoever it is.
     */
    public boolean isAloneInGroup(final int node) {
        return kind == Kind.GROUPS && parts.contains(List.of(node));
    }

    /**
     * The same where a node has the place of another.
     *
     * @param node the one that goes.
     * @param by   the one that comes.
     * @return the layout.
     */
    public QuorumLayout replaced(final int node, final int by) {
        return map(each -> each == node ? by : each);
    }

    private QuorumLayout map(final IntUnaryOperator change) {
        return isMajority() ? this : new QuorumLayout(kind, parts.stream()
            .map(part -> part.stream().map(change::applyAsInt).toList()).toList());
    }

    /**
     * The same without a node, which must have no place in a grid, and not be alone in its group.
     *
     * @param node its node id.
     * @return the layout.
     */
    public QuorumLayout without(final int node) {
        return !counts(node) || isMajority() ? this : new QuorumLayout(kind, parts.stream()
            .map(part -> part.stream().filter(each -> each != node).toList()).toList());
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof QuorumLayout that && kind == that.kind && parts.equals(that.parts);
    }

    @Override
    public int hashCode() {
        return Arrays.asList(kind, parts).hashCode();
    }

    /** A form for people, such as {@code groups 1,2,3/4,5,6}; {@link #parse} reads it. */
    @Override
    public String toString() {
        final String name = kind.name().toLowerCase(Locale.ROOT);
        return parts.isEmpty() ? name : name + " " + parts.stream()
            .map(part -> part.stream().map(String::valueOf).collect(Collectors.joining(",")))
            .collect(Collectors.joining("/"));
    }
}
