package io.fleet.bench.lifecycle;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** Runs one command with arguments. */
final class LifecycleFixture {
    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();

    int run(final Callable<Integer> command, final String line) {
        return new CommandLine(command).setOut(new PrintWriter(out)).setErr(new PrintWriter(err))
            .setParameterExceptionHandler((wrong, words) -> {
                err.write(wrong.getMessage());
                return 2;
            })
            .execute(line.strip().split(" +"));
    }

    String classPath() {
        return System.getProperty("java.class.path");
    }

    String all() {
        return out + "\n" + err;
    }
}
