package io.fleet.ec.codec;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Codecs use Agrona and nothing else, and one class the vector API. */
class CodecArchitectureTest {
    private static final String VECTOR = "jdk.incubator.vector..";

    private final JavaClasses classes = new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages("io.fleet.ec.codec", "io.fleet.ec.stripe");

    @Test
    void shouldKeepCodecsToAgrona() {
        classes().that().resideInAPackage("io.fleet.ec.codec")
            .should().onlyDependOnClassesThat()
            .resideInAnyPackage("io.fleet.ec.codec", "java..", "org.agrona..", VECTOR)
            .check(classes);
    }

    @Test
    void shouldKeepTheVectorApiToOneClass() {
        assertTrue(classes.contain("io.fleet.ec.codec.VectorProduct"), "the class is not in sight");
        noClasses().that().doNotHaveSimpleName("VectorProduct")
            .should().dependOnClassesThat().resideInAPackage(VECTOR).check(classes);
        noClasses().that().doNotHaveSimpleName("VectorProduct")
            .should().dependOnClassesThat().haveSimpleName("VectorProduct").check(classes);
    }
}
