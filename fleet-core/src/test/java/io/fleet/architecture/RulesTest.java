package io.fleet.architecture;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import io.fleet.architecture.fixture.impure.client.command.KnowsFront;
import io.fleet.architecture.fixture.impure.client.handle.ClientHandle;
import io.fleet.architecture.fixture.impure.consensus.Impure;
import io.fleet.architecture.fixture.impure.session.Pure;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule finds what breaks it. */
class RulesTest {
    private static final String FIXTURES = "io.fleet.architecture.fixture.";
    private static final String IMPURE = FIXTURES + "impure";

    @Test
    void shouldFindUseOfAHigherFloor() {
        assertFinds(Rules.floors(FIXTURES + "upward"), fixture("upward"), "UsesSession");
    }

    @Test
    void shouldFindUseOfARoomOnTheSameFloor() {
        assertFinds(Rules.floors(FIXTURES + "sideways"), fixture("sideways"), "UsesBatch");
    }

    @Test
    void shouldFindUseOfTheFacade() {
        assertFinds(Rules.floors(FIXTURES + "facade"), fixture("facade"), "UsesFacade");
    }

    @Test
    void shouldFindAPackageWithoutAFloor() {
        assertFinds(Rules.floors(FIXTURES + "homeless"), fixture("homeless"), "has no floor");
    }

    @Test
    void shouldFindAPackageCycleWithinARoom() {
        assertFinds(Rules.noPackageCycles(FIXTURES + "cycle"), fixture("cycle"), "Cycle detected");
    }

    @ParameterizedTest
    @MethodSource("impureClasses")
    void shouldFindImpurity(final Class<?> impure) {
        final JavaClasses one = new ClassFileImporter().importClasses(impure);
        final boolean call = impure.getSimpleName().startsWith("Calls");
        assertFinds(call ? Rules.pureCalls(IMPURE) : Rules.pureTypes(IMPURE), one, impure.getSimpleName());
    }

    @Test
    void shouldFindAPureClassThatKnowsTheClientFront() {
        assertFinds(Rules.pureTypes(IMPURE), new ClassFileImporter().importClasses(KnowsFront.class), "KnowsFront");
    }

    @Test
    void shouldAllowTheClientFrontWhatItsThreadsNeed() {
        final JavaClasses classes = new ClassFileImporter().importClasses(ClientHandle.class, Pure.class);
        Rules.pureTypes(IMPURE).check(classes);
        Rules.pureCalls(IMPURE).check(classes);
    }

    @Test
    void shouldFindAForeignLibraryInStorage() {
        assertFinds(Rules.storageUsesAgronaOnly(FIXTURES + "foreign"), fixture("foreign"), "UsesAeron");
    }

    @Test
    void shouldFindWhatIsCalledAfterAModeOrAsksForIt() {
        final String report = Rules.knowsNoMode(FIXTURES + "mode").evaluate(fixture("mode")).getFailureReport()
            .toString();
        assertTrue(report.contains("CodedMessages is called after a mode"), report);
        assertTrue(report.contains("UsesMode.isCoded(") && report.contains("Mode.CODED"), report);
        assertTrue(report.contains("GroupConfig.code()"), report);
        assertFalse(report.contains("GroupConfig.mode()") || report.contains("decoded"), report);
    }

    @Test
    void shouldFindAeronOutsideItsTransport() {
        assertFinds(Rules.aeronOnlyInTransport(FIXTURES + "foreign"), fixture("foreign"), "UsesAeron");
    }

    @Test
    void shouldFindMicrometerOutsideMetrics() {
        assertFinds(Rules.micrometerOnlyInMetrics(FIXTURES + "foreign"), fixture("foreign"), "UsesMicrometer");
    }

    private static Stream<Class<?>> impureClasses() {
        return Stream.of(Impure.class.getDeclaredClasses());
    }

    private static JavaClasses fixture(final String name) {
        return new ClassFileImporter().importPackages(FIXTURES + name);
    }

    private static void assertFinds(final ArchRule rule, final JavaClasses classes, final String expected) {
        final EvaluationResult result = rule.evaluate(classes);
        assertTrue(result.hasViolation(), rule.getDescription() + " finds nothing");
        assertTrue(result.getFailureReport().toString().contains(expected), result.getFailureReport().toString());
    }
}
