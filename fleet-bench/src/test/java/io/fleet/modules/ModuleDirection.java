package io.fleet.modules;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.util.Map;
import java.util.Set;

/**
 * Which module may use which: storage below core, core below the modes, reads and the test kit, and these below
 * examples and benchmarks. Modules beside each other do not know each other.
 */
final class ModuleDirection extends ArchCondition<JavaClass> {
    private static final String CORE = "core";
    /** Every module but core owns the package of its name; the rest of the root is core's. */
    private static final Map<String, Set<String>> MAY_USE = Map.of(
        "storage", Set.of(),
        CORE, Set.of("storage"),
        "ec", Set.of("storage", CORE),
        "reads", Set.of("storage", CORE),
        "testkit", Set.of("storage", CORE, "ec", "reads"),
        "examples", Set.of("storage", CORE, "ec", "reads"),
        "verify", Set.of("storage", CORE, "ec", "reads", "testkit", "examples"),
        "cli", Set.of("storage", CORE, "ec", "reads", "testkit", "examples", "verify"),
        "bench", Set.of("storage", CORE, "ec", "reads", "testkit", "examples", "verify"));

    private final String root;

    private ModuleDirection(final String root) {
        super("use only modules below their own");
        this.root = root;
    }

    static ArchRule over(final String root) {
        return ArchRuleDefinition.classes().that().resideInAPackage(root + "..").should(new ModuleDirection(root));
    }

    @Override
    public void check(final JavaClass origin, final ConditionEvents events) {
        final String from = module(origin);
        for (final Dependency dependency : origin.getDirectDependenciesFromSelf()) {
            final JavaClass target = dependency.getTargetClass().getBaseComponentType();
            final boolean ours = (target.getPackageName() + ".").startsWith(root + ".");
            if (ours && !from.equals(module(target)) && !MAY_USE.get(from).contains(module(target))) {
                events.add(SimpleConditionEvent.violated(origin, from + " uses " + module(target) + ": "
                    + dependency.getDescription()));
            }
        }
    }

    private String module(final JavaClass type) {
        final String inside = (type.getPackageName() + ".").substring(root.length() + 1);
        final int end = inside.indexOf('.');
        final String name = end < 0 ? CORE : inside.substring(0, end);
        return MAY_USE.containsKey(name) ? name : CORE;
    }
}
