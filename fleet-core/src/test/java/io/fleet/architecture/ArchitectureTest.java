package io.fleet.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The rules over fleet-core and fleet-storage as they are. */
class ArchitectureTest {
    private static final String ROOT = "io.fleet";
    private static JavaClasses classes;

    @BeforeAll
    static void importClasses() {
        classes = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);
    }

    @Test
    void shouldUseOnlyLowerFloors() {
        Rules.floors(ROOT).check(classes);
    }

    @Test
    void shouldHaveNoPackageCycle() {
        Rules.noPackageCycles(ROOT).check(classes);
    }

    @Test
    void shouldKeepProtocolClassesFreeOfThreadsFilesAndRandomness() {
        Rules.pureTypes(ROOT).check(classes);
    }

    @Test
    void shouldKeepProtocolClassesFreeOfClocks() {
        Rules.pureCalls(ROOT).check(classes);
    }

    @Test
    void shouldKeepStorageToAgrona() {
        Rules.storageUsesAgronaOnly(ROOT).check(classes);
    }

    @Test
    void shouldKnowNoMode() {
        Rules.knowsNoMode(ROOT).check(classes);
    }

    @Test
    void shouldKeepAeronInItsTransport() {
        Rules.aeronOnlyInTransport(ROOT).check(classes);
    }

    @Test
    void shouldKeepMicrometerInMetrics() {
        Rules.micrometerOnlyInMetrics(ROOT).check(classes);
    }
}
