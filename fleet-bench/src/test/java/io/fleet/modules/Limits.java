package io.fleet.modules;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * How much of anything one type or package has, for limits that say something about how hard it is to read. Lines say
 * little: a state machine may have many, and a type cut in two to have fewer is harder to read than before.
 */
final class Limits {
    /** What is counted, and how many a reader can keep in mind. */
    enum Kind {
        /** Fields of instances, of each type by itself. */
        FIELDS(20, "fields"),
        /** Parameters of the longest constructor; those of records are data. */
        PARAMETERS(8, "constructor parameters"),
        /** Top-level types of the project in other packages that a top-level type knows, with all its nested types. */
        USES(30, "types of other packages"),
        /** Methods that are written out, of each type by itself. */
        METHODS(40, "methods"),
        /** Top-level types in a package. */
        TYPES(25, "types in the package"),
        /** Top-level types of one package that know each other, directly or through others of them. */
        CIRCLE(1, "types in its circle"),
        /** The same for packages. */
        PACKAGES(1, "packages in its circle");

        private final int limit;
        private final String what;

        Kind(final int limit, final String what) {
            this.limit = limit;
            this.what = what;
        }

        int limit() {
            return limit;
        }

        String what() {
            return what;
        }
    }

    private static final Set<String> IMPLICIT = Set.of("equals", "hashCode", "toString", "values", "valueOf");

    private final String root;
    private final Map<Kind, Map<String, Integer>> counts = new EnumMap<>(Kind.class);

    private Limits(final String root) {
        this.root = root;
        for (final Kind kind : Kind.values()) {
            counts.put(kind, new TreeMap<>());
        }
    }

    /** Counts what lies below a root package, without what is generated. */
    static Limits of(final String root, final JavaClasses classes) {
        final Limits limits = new Limits(root);
        final Map<String, Set<String>> uses = new TreeMap<>();
        for (final JavaClass type : classes) {
            if (limits.isOurs(type) && !type.getSimpleName().equals("package-info")) {
                limits.count(type);
                limits.use(type, uses.computeIfAbsent(top(type), name -> new TreeSet<>()));
            }
        }
        final Map<String, Set<String>> inside = new TreeMap<>();
        final Map<String, Set<String>> rooms = new TreeMap<>();
        uses.forEach((name, used) -> {
            inside.put(name, matching(used, each -> room(each).equals(room(name))));
            used.forEach(each -> rooms.computeIfAbsent(room(name), key -> new TreeSet<>()).add(room(each)));
            limits.counts.get(Kind.USES).put(name, used.size() - inside.get(name).size());
            limits.counts.get(Kind.TYPES).merge(room(name), 1, Integer::sum);
        });
        limits.circles(Kind.CIRCLE, inside);
        limits.circles(Kind.PACKAGES, rooms);
        return limits;
    }

    /** Each type, or package, and its number. */
    Map<String, Integer> counts(final Kind kind) {
        return counts.get(kind);
    }

    private void count(final JavaClass type) {
        final String name = type.getName();
        counts.get(Kind.FIELDS).put(name, (int) type.getFields().stream().filter(Limits::isWritten).count());
        counts.get(Kind.METHODS).put(name, (int) type.getMethods().stream().filter(Limits::isWritten).count());
        counts.get(Kind.PARAMETERS).put(name, type.isRecord() || type.isEnum() || type.isAnonymousClass() ? 0
            : type.getConstructors().stream().filter(each -> !each.getModifiers().contains(JavaModifier.SYNTHETIC))
                .mapToInt(each -> each.getRawParameterTypes().size()).max().orElse(0));
    }

    private static boolean isWritten(final JavaField field) {
        return !field.getModifiers().contains(JavaModifier.STATIC)
            && !field.getModifiers().contains(JavaModifier.SYNTHETIC);
    }

    private static boolean isWritten(final JavaMethod method) {
        final JavaClass owner = method.getOwner();
        final boolean implicit = owner.isRecord() && owner.tryGetField(method.getName()).isPresent()
            || (owner.isRecord() || owner.isEnum()) && IMPLICIT.contains(method.getName());
        return !implicit && !method.getName().startsWith("lambda$")
            && !method.getModifiers().contains(JavaModifier.SYNTHETIC)
            && !method.getModifiers().contains(JavaModifier.BRIDGE);
    }

    private void use(final JavaClass type, final Set<String> used) {
        type.getDirectDependenciesFromSelf().stream().map(each -> each.getTargetClass().getBaseComponentType())
            .filter(this::isOurs).map(Limits::top).filter(name -> !name.equals(top(type))).forEach(used::add);
    }

    private void circles(final Kind kind, final Map<String, Set<String>> uses) {
        final Map<String, Set<String>> reached = new TreeMap<>();
        uses.keySet().forEach(name -> reached.put(name, reach(name, uses)));
        reached.forEach((name, others) -> counts.get(kind).put(name, 1 + matching(others, other ->
            !other.equals(name) && reached.getOrDefault(other, Set.of()).contains(name)).size()));
    }

    private static Set<String> reach(final String start, final Map<String, Set<String>> uses) {
        final Set<String> reached = new TreeSet<>();
        final Deque<String> left = new ArrayDeque<>(Set.of(start));
        while (!left.isEmpty()) {
            matching(uses.getOrDefault(left.remove(), Set.of()), reached::add).forEach(left::add);
        }
        return reached;
    }

    private static Set<String> matching(final Set<String> names, final Predicate<String> wanted) {
        return names.stream().filter(wanted).collect(Collectors.toCollection(TreeSet::new));
    }

    private boolean isOurs(final JavaClass type) {
        return (type.getPackageName() + ".").startsWith(root + ".")
            && !type.getPackageName().endsWith(".sbe") && !type.getPackageName().endsWith(".jmh_generated");
    }

    private static String top(final JavaClass type) {
        final int nested = type.getName().indexOf('$');
        return nested < 0 ? type.getName() : type.getName().substring(0, nested);
    }

    private static String room(final String name) {
        return name.substring(0, name.lastIndexOf('.'));
    }
}
