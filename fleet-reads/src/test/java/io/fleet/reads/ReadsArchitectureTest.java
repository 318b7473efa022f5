package io.fleet.reads;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The halves of reads do not know each other, and all but the threads for long reads is pure. */
class ReadsArchitectureTest {
    private static final String SERVER = "io.fleet.reads";
    private static final String CLIENT = "io.fleet.reads.client";
    private static final String LONG = "io.fleet.reads.concurrent";

    private final JavaClasses classes = new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages(SERVER);

    @Test
    void shouldKeepTheHalvesApart() {
        classes().that().resideInAPackage(SERVER).should().onlyDependOnClassesThat()
            .resideInAnyPackage(SERVER, LONG, "java..", "org.agrona..", "io.fleet.client", "io.fleet.config",
                "io.fleet.consensus..", "io.fleet.storage.coverage").check(classes);
        classes().that().resideInAPackage(LONG).should().onlyDependOnClassesThat()
            .resideInAnyPackage(LONG, "java..", "org.agrona..", "io.fleet.config", "io.fleet.consensus..",
                "io.fleet.replica", "io.fleet.session", "io.fleet.machine", "io.fleet.storage.coverage").check(classes);
        classes().that().resideInAPackage(CLIENT).should().onlyDependOnClassesThat()
            .resideInAnyPackage(CLIENT, "java..", "org.agrona..", "io.fleet.client", "io.fleet.client.command",
                "io.fleet.config", "io.fleet.consensus..", "io.fleet.error", "io.fleet.session",
                "io.fleet.storage.coverage").check(classes);
    }

    @Test
    void shouldSeeNoClockThreadFileOrRandomSource() {
        noClasses().that().doNotHaveSimpleName("ReadThreads").should().dependOnClassesThat()
            .haveNameMatching("java\\.lang\\.Thread.*|java\\.util\\.(Random|Timer|UUID)|"
                + "java\\.util\\.concurrent\\.(?!TimeUnit).*|java\\.(io|net|time|security|nio\\.file)\\..*|"
                + "org\\.agrona\\.concurrent\\..*(Clock|IdleStrategy|Agent).*")
            .check(classes);
        noClasses().that().doNotHaveSimpleName("ReadThreads").should().callMethod(System.class, "nanoTime")
            .orShould().callMethod(System.class, "currentTimeMillis").check(classes);
    }
}
