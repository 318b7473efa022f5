package io.fleet.ec.group;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/**
 * The floors of the coded protocol, from the top: host, group, spread, consensus; all are pure. What is sent, and how
 * it lies in bytes, is beside them, for the host alone.
 */
class GroupArchitectureTest {
    private static final String MEC = "io.fleet.ec.consensus";
    private static final String SPREAD = "io.fleet.ec.dissemination";
    private static final String GROUP = "io.fleet.ec.group";
    private static final String NODE = "io.fleet.ec.node";
    private static final String MESSAGE = "io.fleet.ec.message";
    private static final String WIRE = "io.fleet.ec.wire";

    private final JavaClasses classes = new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages("io.fleet.ec");

    @Test
    void shouldUseOnlyLowerFloors() {
        classes().that().resideInAPackage(MEC + "..").should().onlyDependOnClassesThat()
            .resideInAnyPackage(MEC + "..", "java..", "io.fleet.consensus", "io.fleet.consensus.common",
                "io.fleet.storage.coverage").check(classes);
        classes().that().resideInAPackage(SPREAD + "..").should().onlyDependOnClassesThat()
            .resideInAnyPackage(SPREAD + "..", MEC + "..", "io.fleet.ec.codec", "io.fleet.ec.stripe", "java..",
                "org.agrona..",
                "io.fleet.consensus", "io.fleet.consensus.common", "io.fleet.storage",
                "io.fleet.storage.coverage").check(classes);
        classes().that().resideInAPackage(GROUP + "..").should().onlyDependOnClassesThat()
            .resideInAnyPackage(GROUP + "..", SPREAD + "..", MEC + "..", MESSAGE, "java..", "org.agrona..",
                "io.fleet.consensus",
                "io.fleet.consensus.common",
                "io.fleet.storage", "io.fleet.storage.coverage").check(classes);
        classes().that().resideInAPackage(NODE + "..").should().onlyDependOnClassesThat()
            .resideInAnyPackage(NODE + "..", GROUP + "..", SPREAD + "..", MEC + "..", MESSAGE, WIRE,
                "io.fleet.ec.codec",
                "java..", "org.agrona..", "io.fleet.consensus..", "io.fleet.wire..", "io.fleet.session",
                "io.fleet.machine", "io.fleet.config", "io.fleet.error", "io.fleet.storage", "io.fleet.storage.log",
                "io.fleet.storage.coverage").check(classes);
        noClasses().that().resideInAPackage(NODE + "..").and().doNotHaveSimpleName("CodedFactory").should()
            .dependOnClassesThat().resideInAnyPackage(WIRE, "io.fleet.wire..").check(classes);
        classes().that().resideInAPackage(MESSAGE).should().onlyDependOnClassesThat()
            .resideInAnyPackage(MESSAGE, MEC + "..", "java..", "org.agrona..", "io.fleet.consensus.message..",
                "io.fleet.consensus.membership").check(classes);
        classes().that().resideInAPackage(WIRE).should().onlyDependOnClassesThat()
            .resideInAnyPackage(WIRE + "..", MESSAGE, MEC + "..", "java..", "org.agrona..",
                "io.fleet.consensus.message..",
                "io.fleet.wire..", "io.fleet.storage").check(classes);
        noClasses().that().resideInAPackage(NODE + "..").should().dependOnClassesThat()
            .resideInAPackage("io.fleet.scattered..").check(classes);
    }

    /** What hosts a group is given a seed, and reads settings in milliseconds. */
    @Test
    void shouldSeeNoClockThreadFileOrRandomSource() {
        noClasses().that().resideInAPackage(NODE + "..").should().dependOnClassesThat()
            .haveNameMatching("java\\.lang\\.Thread.*|java\\.util\\.(Random|Timer|UUID)|"
                + "java\\.util\\.concurrent\\.(?!TimeUnit).*|java\\.(io|net|time|security)\\..*")
            .check(classes);
        noClasses().that().resideInAnyPackage(MEC + "..", SPREAD + "..", GROUP + "..").should().dependOnClassesThat()
            .resideInAnyPackage("java.util.concurrent..", "java.io", "java.net..", "java.nio.file..", "java.time..",
                "java.util.random..", "java.security..").check(classes);
        noClasses().that().resideInAnyPackage(MEC + "..", SPREAD + "..", GROUP + "..").should().dependOnClassesThat()
            .haveNameMatching("java\\.lang\\.Thread.*|java\\.util\\.(Random|SplittableRandom|Timer|UUID)")
            .check(classes);
        noClasses().that().resideInAnyPackage(MEC + "..", SPREAD + "..", GROUP + "..", NODE
            + "..").should().callMethod(System.class, "nanoTime")
            .orShould().callMethod(System.class, "currentTimeMillis").check(classes);
    }
}
