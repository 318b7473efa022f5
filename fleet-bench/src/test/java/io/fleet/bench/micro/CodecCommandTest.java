package io.fleet.bench.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ec.codec.CodecKind;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

class CodecCommandTest {
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource(delimiter = '>', value = {
        "--codec=isal > --codec is 'isal', but must be backblaze, table or vector",
        "--codec=auto > --codec is 'auto', but must be backblaze, table or vector",
        "--shape=3+0 > --shape is '3+0', but must be K+M with K and M of 1 or more, and K + M at most 256",
        "--shape=255+2 > --shape is '255+2', but must be K+M with K and M of 1 or more, and K + M at most 256",
        "--shape=3x2 > --shape is '3x2', but must be K+M",
        "--length=0 > --length is 0, but must be from 1 to 67108864",
        "--work=verify > --work is 'verify', but must be encode or reconstruct"
    })
    void shouldRefuseWrongOptions(final String word, final String message) {
        assertEquals(CommandLine.ExitCode.USAGE,
            new CommandLine(new CodecCommand()).setErr(new PrintWriter(err)).execute(word));
        assertTrue(err.toString().contains(message), err.toString());
    }

    @Test
    void shouldTellHowManyTimesTheReference() {
        assertEquals(List.of("encode", "3+2", "65,536", "1.50", "3.00", "9.30", "x 2.00", "x 6.20"),
            new CodecResult("encode", "3+2", 65536, Map.of("BACKBLAZE", 1.5, "TABLE", 3.0, "VECTOR", 9.3)).cells());
        assertEquals(List.of("encode", "3+2", "1,024", "", "3.00", "", "", ""),
            new CodecResult("encode", "3+2", 1024, Map.of("TABLE", 3.0)).cells());
        assertEquals(CodecResult.head().size(), new CodecResult("", "", 0, Map.of()).cells().size());
    }

    @ParameterizedTest
    @EnumSource(value = CodecKind.class, names = {"TABLE", "BACKBLAZE"})
    void shouldRunWhatItMeasures(final CodecKind kind) {
        final CodecBenchmark benchmark = new CodecBenchmark();
        benchmark.codec = kind;
        benchmark.shape = "8+4";
        benchmark.length = 1024;
        benchmark.setUp();
        benchmark.encode();
        benchmark.reconstruct();
    }
}
