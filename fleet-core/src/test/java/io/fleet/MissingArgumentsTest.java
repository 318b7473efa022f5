package io.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fleet.config.GroupConfig;
import io.fleet.error.ConfigException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever leaves an argument out is told which. */
class MissingArgumentsTest {
    static Stream<Arguments> settings() {
        return Stream.of(
            missing("config", () -> FleetNode.launch(null)),
            missing("config", () -> FleetRemoteClient.connect(null)),
            missing("members", () -> ClientConfig.of(1, null, "127.0.0.1")),
            missing("member", () -> ClientConfig.of(1, Arrays.asList((Member) null), "127.0.0.1")),
            missing("responseHost", () -> ClientConfig.of(1, List.of(), null)),
            missing("member 2", () -> Member.parse(2, null)),
            missing("members", () -> NodeConfig.builder().members(null)),
            missing("member", () -> NodeConfig.builder().members(Arrays.asList((Member) null))),
            missing("directories", () -> NodeConfig.builder().directories(null)),
            missing("directory", () -> NodeConfig.builder().directory(null)),
            missing("config", () -> NodeConfig.builder().group(0, null, () -> null)),
            missing("machine", () -> NodeConfig.builder().group(0, GroupConfig.scattered(), null)),
            missing("config", () -> FleetCluster.builder().group(1, null, () -> null)),
            missing("machine", () -> FleetCluster.builder().group(1, GroupConfig.scattered(), null)),
            missing("machine", () -> FleetCluster.builder().machine(null)),
            missing("copies", () -> GroupConfig.scattered().withCopies(null)),
            missing("learning", () -> GroupConfig.scattered().withLearning(null)));
    }

    private static Arguments missing(final String name, final Executable call) {
        return Arguments.of(name, call);
    }

    @ParameterizedTest(name = "{0}, {index}")
    @MethodSource("settings")
    void shouldNameASettingThatIsMissing(final String name, final Executable call) {
        assertEquals(name + " is missing", assertThrows(ConfigException.class, call).getMessage());
    }
}
