package io.fleet.ec.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class CodecKindTest {
    private static final String MODULE = "--add-modules=jdk.incubator.vector";
    private static final int BOUND_SECONDS = 240;

    @ParameterizedTest
    @EnumSource(CodecKind.class)
    void shouldMakeCodecsOfItsKind(final CodecKind kind) {
        assertTrue(kind.isPresent(), kind + " is missing in the JVM of this test");
        final ErasureCodec codec = kind.create(4, 3);
        assertEquals(kind == CodecKind.BACKBLAZE, codec instanceof BackblazeCodec);
        assertEquals(List.of(4, 3, 7), List.of(codec.dataShards(), codec.parityShards(), codec.shards()));
        assertEquals(kind, CodecKind.named(kind.name().toLowerCase(java.util.Locale.ROOT)));
    }

    @Test
    void shouldRefuseOtherNames() {
        final IllegalArgumentException refusal =
            assertThrows(IllegalArgumentException.class, () -> CodecKind.named("Vector"));
        assertEquals("codec is 'Vector', but must be auto, vector, table or backblaze", refusal.getMessage());
    }

    @Test
    void shouldGoOnWithTablesWithoutTheModule() throws Exception {
        final String output = run(List.of(), true);
        assertTrue(output.contains("erasure codec: table, because the JVM was started without --add-modules "
            + "jdk.incubator.vector"), output);
        assertTrue(output.contains("fastest TABLE"), output);
        assertTrue(output.contains("codec vector is not here: the JVM was started without --add-modules "
            + "jdk.incubator.vector"), output);
        assertEquals(1, output.split("erasure codec:", -1).length - 1, "it is told once: " + output);
    }

    @Test
    void shouldTakeTheVectorApiWhereItIs() throws Exception {
        final String output = run(List.of(MODULE), true);
        assertTrue(output.contains("erasure codec: vector, "), output);
        assertTrue(output.contains("fastest VECTOR"), output);
    }

    @Test
    void shouldGoOnWithTablesWhereVectorsStaySlow() throws Exception {
        final String output = run(List.of(MODULE, "-XX:TieredStopAtLevel=1"), true);
        assertTrue(output.contains("erasure codec: table, because the compiler of this JVM makes nothing fast of "
            + "vectors"), output);
        assertTrue(output.contains("fastest TABLE"), output);
    }

    @Test
    void shouldDoWithoutTheReference() throws Exception {
        final String output = run(List.of(), false);
        assertTrue(output.contains("codec backblaze is not here: the class path has no "
            + "com.backblaze.erasure.ReedSolomon (artifact com.github.l42111996:kcp-fec)"), output);
        assertTrue(output.contains("fastest TABLE"), output);
    }

    private static String run(final List<String> flags, final boolean hasReference)
        throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.add("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
        command.addAll(flags);
        command.addAll(List.of("-cp", classPath(hasReference), Chosen.class.getName()));
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS), output);
            assertEquals(0, process.exitValue(), output);
            return output;
        } finally {
            process.destroyForcibly();
        }
    }

    private static String classPath(final boolean hasReference) {
        final List<String> paths = new ArrayList<>();
        for (final String path : System.getProperty("java.class.path").split(System.getProperty("path.separator"))) {
            if (hasReference || !path.contains("kcp-fec")) {
                paths.add(path);
            }
        }
        return String.join(System.getProperty("path.separator"), paths);
    }

    /** A program that says what there is. */
    public static final class Chosen {
        private Chosen() {
        }

        /** Asks twice. */
        public static void main(final String[] arguments) {
            System.out.println("fastest " + CodecKind.fastest());
            System.out.println("again " + CodecKind.named("auto"));
            for (final CodecKind kind : CodecKind.values()) {
                try {
                    kind.create(2, 1);
                } catch (final IllegalStateException e) {
                    System.out.println(e.getMessage());
                }
            }
        }
    }
}
