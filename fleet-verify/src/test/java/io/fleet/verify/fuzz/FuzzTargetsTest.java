package io.fleet.verify.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("slow")
class FuzzTargetsTest {
    private static final long SEED = 1;

    static Stream<String> names() {
        return Fuzzing.targets().stream().map(FuzzTarget::name);
    }

    private static FuzzTarget target(final String name) {
        return Fuzzing.targets().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "wire, 60000, 200", "commands, 30000, 7", "replies, 4000, 30", "sessions, 8000, 20", "meta, 2000, 20",
        "log, 5000, 9", "ordered-log, 2000, 5", "snapshot, 3000, 6", "file-names, 2500, 8", "config, 8000, 40",
        "script, 2500, 100", "history, 4000, 40", "register-history, 4000, 40"
    })
    void shouldTreatInputsAsDeclared(final String name, final int inputs, final int outcomes) {
        final FuzzResult result = new Fuzzer(target(name), SEED).run(tried -> tried < inputs);
        assertEquals(inputs, result.inputs());
        assertTrue(result.taken() > inputs / 50 && result.taken() < inputs, () -> "too few are taken: " + result);
        assertTrue(result.outcomes() >= outcomes, () -> "too little is reached: " + result);
    }

    @Test
    void shouldNameEachTargetOnce() {
        final List<String> names = names().collect(Collectors.toList());
        assertEquals(names.stream().distinct().collect(Collectors.toList()), names);
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldKeepTheCorpusSmall(final String name) {
        for (final byte[] seed : target(name).seeds()) {
            assertTrue(seed.length < 16 * 1024, () -> name + " has an input of " + seed.length + " bytes: "
                + HexFormat.of().formatHex(seed, 0, 64));
        }
    }
}
