package io.fleet.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckCommandTest {
    @TempDir
    private Path directory;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource({
        "register,invoke 0 1 5 set 3 7,ok 0 6 0,0,: linearizable",
        "register,invoke 0 1 5 read 3,ok 0 6 9,1,: NOT LINEARIZABLE",
        "list-append,'invoke 0 1 5 append 1 7, read 1',ok 0 6 7;,0,: linearizable",
        "list-append,invoke 0 1 5 read 1,ok 0 6 7;,1,was never appended",
        "kv,invoke 0 1 5 INCR c1,ok 0 6 =1,0,: linearizable",
        "kv,invoke 0 1 5 GET c1,ok 0 6 =1,1,: NOT LINEARIZABLE"})
    void shouldJudgeAHistory(final String model, final String first, final String second, final int exit,
                             final String said) throws IOException {
        final Path page = directory.resolve("page.html");
        final Path history = write("fleet-history 1 " + model + "\n" + first + "\n" + second + "\n");

        assertEquals(exit, run(history.toString(), "--html", page.toString()), err::toString);
        assertTrue(out.toString().contains(said), out::toString);
        assertTrue(Files.readString(page).contains("<h1>"));
        assertTrue(out.toString().contains("drawn in " + page), out::toString);
    }

    @Test
    void shouldSayWhatIsWrongWithAFile() throws IOException {
        assertEquals(2, run(write("fleet-history 1 queue\n").toString()));
        assertTrue(err.toString().contains("none of register, list-append, kv"), err::toString);
        assertEquals(2, run(write("fleet-history 1 register\nok 7 1 2\n").toString()));
        assertTrue(err.toString().contains("line 2: operation 7 has not been invoked"), err::toString);
        assertEquals(2, run(directory.resolve("nothing").toString()));
        assertTrue(err.toString().contains("nothing: there is no such file"), err::toString);
        assertEquals(2, run(Files.write(directory.resolve("binary"), new byte[] {-1, -2}).toString()));
        assertTrue(err.toString().contains("binary is no history: it is not text in UTF-8"), err::toString);
    }

    private Path write(final String text) throws IOException {
        return Files.writeString(directory.resolve("history.txt"), text);
    }

    private int run(final String... arguments) {
        final String[] all = new String[arguments.length + 1];
        all[0] = "check";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return new FleetCli(options -> null, new PrintWriter(out), new PrintWriter(err)).run(all);
    }
}
