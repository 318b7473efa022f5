package io.fleet.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.Set;

/**
 * The floors of the library from the top down: a room (a package with those inside it) uses itself and the rooms of the
 * floors below, nothing above and nothing beside it. A package that is in no room is a violation, so that a new one is
 * given its place here.
 */
final class Floors extends ArchCondition<JavaClass> {
    private static final String FACADE = "";
    private static final List<Set<String>> TOP_DOWN = List.of(
        Set.of("admin"),
        Set.of(FACADE),
        Set.of("node", "metrics"),
        Set.of("client.handle"),
        Set.of("wire", "client.command"),
        Set.of("replica", "transport"),
        Set.of("scattered"),
        Set.of("consensus"),
        Set.of("session"),
        Set.of("machine"),
        Set.of("client"),
        Set.of("config"),
        Set.of("error"),
        Set.of("storage"));
    /** The one floor whose rooms may use each other: counters are the node's, their names are the metrics'. */
    private static final Set<String> NEIGHBOURS = Set.of("node", "metrics");

    private final String root;

    Floors(final String root) {
        super("use only rooms of lower floors");
        this.root = root;
    }

    @Override
    public void check(final JavaClass origin, final ConditionEvents events) {
        final String from = room(origin);
        if (from == null) {
            events.add(SimpleConditionEvent.violated(origin, origin.getName() + " is in package "
                + origin.getPackageName() + ", which has no floor"));
            return;
        }
        for (final Dependency dependency : origin.getDirectDependenciesFromSelf()) {
            final JavaClass target = dependency.getTargetClass().getBaseComponentType();
            if (isOurs(target) && !mayUse(from, room(target))) {
                events.add(SimpleConditionEvent.violated(origin, dependency.getDescription()));
            }
        }
    }

    private boolean isOurs(final JavaClass type) {
        return type.getPackageName().equals(root) || type.getPackageName().startsWith(root + ".");
    }

    private static boolean mayUse(final String from, final String to) {
        if (to == null) {
            return false;
        }
        return from.equals(to) || floor(to) > floor(from) || NEIGHBOURS.contains(from) && NEIGHBOURS.contains(to);
    }

    private static int floor(final String room) {
        for (int i = 0; i < TOP_DOWN.size(); i++) {
            if (TOP_DOWN.get(i).contains(room)) {
                return i;
            }
        }
        throw new IllegalArgumentException("room '" + room + "' has no floor");
    }

    private String room(final JavaClass type) {
        if (type.getPackageName().equals(root)) {
            return FACADE;
        }
        final String inside = type.getPackageName().substring(root.length() + 1);
        String best = null;
        for (final Set<String> floor : TOP_DOWN) {
            for (final String room : floor) {
                final boolean in = inside.equals(room) || !room.isEmpty() && inside.startsWith(room + ".");
                if (in && (best == null || room.length() > best.length())) {
                    best = room;
                }
            }
        }
        return best;
    }
}
