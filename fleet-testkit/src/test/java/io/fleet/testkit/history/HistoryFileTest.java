package io.fleet.testkit.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistoryFileTest {
    @TempDir
    private Path directory;

    @Test
    void shouldReadTheRegisterHistoryThatItWrote() throws IOException {
        final History<RegisterInput, Long> history = new HistoryGenerator(3, 5, 2, 0.2).generate(400);
        final Path first = directory.resolve("first");
        final Path second = directory.resolve("second");
        HistoryFile.write(first, history, HistoryCodec.REGISTER);
        final History<RegisterInput, Long> read = HistoryFile.read(first, HistoryCodec.REGISTER);
        HistoryFile.write(second, read, HistoryCodec.REGISTER);

        assertEquals("register", HistoryFile.model(first));
        assertEquals(Files.readString(first), Files.readString(second));
        assertEquals(history.operations().toString(), read.operations().toString());
        assertTrue(new LinearizabilityChecker<>(new RegisterModel()).check(read).isLinearizable());
    }

    @Test
    void shouldReadTheListHistoryThatItWrote() throws IOException {
        final History<ListAppendInput, List<List<Long>>> history =
            new ListAppendGenerator(3, 5, 3, 0.2, 0.1).generate(300);
        final Path file = directory.resolve("history");
        HistoryFile.write(file, history, HistoryCodec.LIST_APPEND);
        final History<ListAppendInput, List<List<Long>>> read = HistoryFile.read(file, HistoryCodec.LIST_APPEND);

        assertEquals(history.operations().toString(), read.operations().toString());
        assertEquals(ListAppendChecker.check(history), ListAppendChecker.check(read));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "invoke 1 0 0 read 1      | operation 1 is invoked, but the next one is 0",
        "invoke 0 0 0 red 1       | is none of: read",
        "invoke 0 0 0 set 1       | is none of: read",
        "invoke 0 x 0 read 1      | is no number",
        "ok 0 5 7                 | operation 0 has not been invoked",
        "ok                       | the operation is missing",
        "gone 0 5                 | operation 0 has not been invoked"})
    void shouldNameTheLineThatIsWrong(final String line, final String problem) throws IOException {
        final Path file = directory.resolve("wrong");
        Files.writeString(file, "fleet-history 1 register\n" + line + "\n");

        final IOException refused =
            assertThrows(IOException.class, () -> HistoryFile.read(file, HistoryCodec.REGISTER));
        assertTrue(refused.getMessage().contains("line 2: "), refused.getMessage());
        assertTrue(refused.getMessage().contains(problem), refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"'' | is no history", "fleet-history 2 register | of version 2",
        "fleet-history 1 kv | of model kv"})
    void shouldRefuseAnotherFile(final String line, final String problem) throws IOException {
        final Path file = directory.resolve("other");
        Files.writeString(file, line + "\n");

        final IOException refused =
            assertThrows(IOException.class, () -> HistoryFile.read(file, HistoryCodec.REGISTER));
        assertTrue(refused.getMessage().contains(problem), refused.getMessage());
    }
}
