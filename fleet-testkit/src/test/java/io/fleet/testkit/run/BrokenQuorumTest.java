package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ec.wire.CodedCodecs;
import io.fleet.node.NodeCore;
import io.fleet.reads.concurrent.ReadThreads;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.testkit.run.plan.RunPlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The simulator must find a quorum that is none. The production classes are loaded a second time, with another
 * {@code MajorityQuorum} in front of them, and the seeds of the commit gate are run on that.
 */
@Tag("slow")
class BrokenQuorumTest {
    private static final int SEEDS = 100;
    private static final String QUORUM = "io.fleet.consensus.quorum.MajorityQuorum";
    private static final String SOURCE = """
        package io.fleet.consensus.quorum;

        public final class MajorityQuorum implements QuorumSystem {
            private final int enough;
            private final long all;

            public MajorityQuorum(final int members) {
                enough = %s;
                all = (1L << members) - 1;
            }

            private MajorityQuorum(final int members, final long voters) {
                enough = %<s;
                all = voters;
            }

            public static MajorityQuorum of(final long voters) {
                return new MajorityQuorum(Long.bitCount(voters), voters);
            }

            @Override
            public boolean isWriteQuorum(final long members) {
                return Long.bitCount(members) >= enough;
            }

            @Override
            public boolean isReadQuorum(final long members) {
                return Long.bitCount(members) >= enough;
            }

            @Override
            public int parts() {
                return 1;
            }

            @Override
            public long part(final int part) {
                return all;
            }

            @Override
            public int enough(final int part) {
                return enough;
            }

            @Override
            public int tolerated() {
                return Long.bitCount(all) - enough;
            }

            @Override
            public int fewestRepairers() {
                return Math.max(1, Long.bitCount(all) - Long.bitCount(all) / 2);
            }

            @Override
            public boolean canReadWithout(final long set, final int count) {
                return Long.bitCount(set) >= count;
            }
        }
        """;

    @TempDir
    private Path directory;

    @Test
    void shouldFindAQuorumOfOneNodeTooFew() throws Exception {
        final String found = firstViolation("members / 2", SEEDS);
        assertNotNull(found, "100 seeds passed without a majority");
        assertTrue(found.contains("chosen") || found.contains("applied") || found.contains("linearizable")
            || found.contains("LINEARIZABLE") || found.contains("leaders") || found.contains("values")
            || found.contains("promises allow") || found.contains("have promised to it"), found);
    }

    /** The same way of loading finds nothing where the quorum is right. */
    @Test
    void shouldFindNothingWithTheRightQuorum() throws Exception {
        assertNull(firstViolation("members / 2 + 1", 3));
    }

    private String firstViolation(final String enough, final int seeds) throws Exception {
        try (URLClassLoader loader = new URLClassLoader(path(compiled(enough)), ClassLoader.getPlatformClassLoader())) {
            assertEquals(loader, loader.loadClass(QUORUM).getClassLoader());
            final Class<?> plans = loader.loadClass(RunPlan.class.getName());
            final Class<?> traces = loader.loadClass("io.fleet.testkit.sim.SimTrace");
            final Method draw = plans.getMethod("draw", long.class);
            final Method run = loader.loadClass(Simulation.class.getName()).getMethod("run", plans, traces);
            for (long seed = 1; seed <= seeds; seed++) {
                final Object result = run.invoke(null, draw.invoke(null, seed), traces.getConstructor().newInstance());
                final List<?> violations = (List<?>) result.getClass().getMethod("violations").invoke(result);
                if (!violations.isEmpty()) {
                    return "seed " + seed + ": " + violations.get(0);
                }
            }
            return null;
        }
    }

    private Path compiled(final String enough) throws IOException {
        final Path source = directory.resolve("MajorityQuorum.java");
        Files.writeString(source, String.format(SOURCE, enough));
        final Path classes = Files.createDirectories(directory.resolve("classes"));
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        final StringWriter messages = new StringWriter();
        final String classPath = String.join(System.getProperty("path.separator"),
            Arrays.stream(path(classes)).map(url -> Path.of(java.net.URI.create(url.toString())).toString()).toList());
        final boolean done = compiler.getTask(new PrintWriter(messages), null, null,
            List.of("-proc:none", "-d", classes.toString(), "-classpath", classPath), null,
            compiler.getStandardFileManager(null, null, null).getJavaFileObjects(source)).call();
        assertTrue(done, messages::toString);
        return classes;
    }

    private static URL[] path(final Path first) throws IOException {
        final List<URL> path = new ArrayList<>();
        path.add(first.toUri().toURL());
        for (final Class<?> each : List.of(Simulation.class, CodedCodecs.class, ReadThreads.class, NodeCore.class,
            ScatteredLog.class, DirectBuffer.class)) {
            path.add(each.getProtectionDomain().getCodeSource().getLocation());
        }
        return path.toArray(new URL[0]);
    }
}
