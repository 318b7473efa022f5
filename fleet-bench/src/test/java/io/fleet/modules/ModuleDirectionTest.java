package io.fleet.modules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.EvaluationResult;
import org.junit.jupiter.api.Test;

/** The modules as they are, and proof that the rule looks. */
class ModuleDirectionTest {
    private static final String FIXTURE = "io.fleet.modules.fixture";

    @Test
    void shouldUseOnlyModulesBelow() {
        final JavaClasses classes = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.fleet");
        for (final String module : new String[] {"storage", "machine", "ec", "reads", "bench"}) {
            assertTrue(classes.containPackage("io.fleet." + module), "no class of io.fleet." + module + " is in sight");
        }
        ModuleDirection.over("io.fleet").check(classes);
    }

    @Test
    void shouldFindUseOfAModuleAboveAndBeside() {
        final EvaluationResult result = ModuleDirection.over(FIXTURE)
            .evaluate(new ClassFileImporter().importPackages(FIXTURE));
        final String report = result.getFailureReport().toString();
        assertEquals(2, result.getFailureReport().getDetails().size(), report);
        assertTrue(report.contains("core uses testkit"), report);
        assertTrue(report.contains("ec uses reads"), report);
        assertFalse(report.contains("reads uses core"), report);
    }
}
