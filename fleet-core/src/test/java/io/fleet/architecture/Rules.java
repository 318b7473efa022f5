package io.fleet.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;

/** The rules over any root package, so that the fixtures that break them can be a root of their own. */
final class Rules {
    private static final Set<String> ALLOWED_CONCURRENT = Set.of("java.util.concurrent.TimeUnit");
    private static final Set<String> CLOCKS = Set.of("nanoTime", "currentTimeMillis");
    private static final Set<String> RANDOM_CALLS = Set.of(
        "java.lang.Math.random()",
        "java.lang.StrictMath.random()",
        "java.util.UUID.randomUUID()",
        "java.util.SplittableRandom.<init>()",
        "java.util.random.RandomGenerator.getDefault()",
        "java.util.Collections.shuffle(java.util.List)");
    private static final Set<String> FORBIDDEN_TYPES = Set.of(
        "java.lang.Thread",
        "java.lang.ThreadLocal",
        "java.lang.Runtime",
        "java.lang.Process",
        "java.lang.ProcessBuilder",
        "java.util.Random",
        "java.util.Timer",
        "java.security.SecureRandom",
        "java.time.Clock");
    private static final List<String> PURE = List.of("machine", "config", "error", "consensus", "scattered", "session",
        "client.command", "replica");
    /** What a group is configured for, which its users write, and how that is kept. */
    private static final Set<String> SETTINGS = Set.of("GroupConfig", "GroupConfigText", "Mode", "SizeLimits", "Checks",
        "NodeConfig", "AgreedSettings");
    private static final String[] FORBIDDEN_PACKAGES = {
        "java.net", "java.nio.channels", "java.nio.file", "java.io", "io.aeron", "io.netty", "io.micrometer"};
    private static final Set<String> ALLOWED_IO = Set.of("java.io.Serializable");

    private Rules() {
    }

    static ArchRule floors(final String root) {
        return classes().that().resideInAPackage(root + "..").should(new Floors(root));
    }

    static ArchRule noPackageCycles(final String root) {
        return slices().matching(root + ".(**)").should().beFreeOfCycles();
    }

    /** Principle 1: a role sees no clock, thread, socket, file or random source. */
    static ArchRule pureTypes(final String root) {
        return noClasses().that(pure(root)).should().dependOnClassesThat(
            describe("are a clock, thread, lock, socket, file or random source, or the clients' front",
                type -> isForbidden(type) || isFront(type, root)))
            .because("protocol classes are driven by the node and by the simulator alike");
    }

    static ArchRule pureCalls(final String root) {
        return noClasses().that(pure(root)).should().accessTargetWhere(
            describe("reads a clock or an unseeded random source", Rules::isForbiddenCall))
            .because("time and seeds come in as arguments");
    }

    static ArchRule storageUsesAgronaOnly(final String root) {
        return classes().that().resideInAPackage(root + ".storage..").should().onlyDependOnClassesThat()
            .resideInAnyPackage(root + ".storage..", "java..", "org.agrona..")
            .because("fleet-storage has one dependency");
    }

    /** What one mode alone needs comes in by its factory: but for settings, no class names it or asks for it. */
    static ArchRule knowsNoMode(final String root) {
        return classes().that().resideInAPackage(root + "..").and(describe("hold no settings",
            type -> !SETTINGS.contains(outermost(type)))).should(new KnowsNoMode())
            .because("a mode is a module: what it is called, and how it works, is said there");
    }

    private static String outermost(final JavaClass type) {
        return type.getEnclosingClass().map(Rules::outermost).orElse(type.getSimpleName());
    }

    static ArchRule aeronOnlyInTransport(final String root) {
        return noClasses().that().resideInAPackage(root + "..")
            .and().resideOutsideOfPackage(root + ".transport.aeron..")
            .should().dependOnClassesThat().resideInAPackage("io.aeron..");
    }

    static ArchRule micrometerOnlyInMetrics(final String root) {
        return noClasses().that().resideInAPackage(root + "..")
            .and().resideOutsideOfPackage(root + ".metrics..")
            .should().dependOnClassesThat().resideInAPackage("io.micrometer..")
            .because("the dependency is optional: a program without it must be able to load every other class");
    }

    private static DescribedPredicate<JavaClass> pure(final String root) {
        return describe("are pure", type -> PURE.stream().anyMatch(room -> in(type, root + "." + room)));
    }

    /** The clients' handles are what other threads call; what is pure does not know them. */
    private static boolean isFront(final JavaClass type, final String root) {
        return in(type, root + ".client.handle");
    }

    private static boolean isForbidden(final JavaClass type) {
        final String name = type.getBaseComponentType().getName();
        if (name.startsWith("java.util.concurrent.")) {
            return !ALLOWED_CONCURRENT.contains(name);
        }
        if (name.startsWith("org.agrona.concurrent.")) {
            return name.endsWith("Clock") || name.endsWith("IdleStrategy") || name.contains(".Agent");
        }
        for (final String forbidden : FORBIDDEN_PACKAGES) {
            if (in(type.getBaseComponentType(), forbidden) && !ALLOWED_IO.contains(name)) {
                return true;
            }
        }
        return FORBIDDEN_TYPES.contains(name);
    }

    private static boolean isForbiddenCall(final JavaAccess<?> access) {
        final AccessTarget target = access.getTarget();
        final String owner = target.getOwner().getName();
        return owner.equals("java.lang.System") && CLOCKS.contains(target.getName())
            || owner.startsWith("java.time.") && target.getName().equals("now")
            || RANDOM_CALLS.contains(target.getFullName());
    }

    private static boolean in(final JavaClass type, final String room) {
        return type.getPackageName().equals(room) || type.getPackageName().startsWith(room + ".");
    }
}
