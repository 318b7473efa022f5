package io.fleet.verify.fuzz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fuzzes decoders that are wrong on purpose. */
class FuzzerTest {
    private static final int INPUTS = 20_000;

    @TempDir
    private Path directory;

    /** A format: a checksum of what follows, a count, and that many bytes. */
    private static class Format implements FuzzTarget {
        @Override
        public String name() {
            return "format";
        }

        @Override
        public List<byte[]> seeds() {
            final byte[] seed = ByteBuffer.allocate(16).putInt(4, 8).array();
            seal(seed);
            return List.of(seed);
        }

        @Override
        public void seal(final byte[] input) {
            if (input.length >= 8) {
                ByteBuffer.wrap(input).putInt(0, checksum(input));
            }
        }

        static int checksum(final byte[] input) {
            final CRC32 crc = new CRC32();
            crc.update(input, 4, input.length - 4);
            return (int) crc.getValue();
        }

        @Override
        public String run(final byte[] input, final AllocationMeter meter) {
            if (input.length < 8 || ByteBuffer.wrap(input).getInt() != checksum(input)) {
                return "corrupted";
            }
            final int count = ByteBuffer.wrap(input).getInt(4);
            return decode(input, count, meter);
        }

        String decode(final byte[] input, final int count, final AllocationMeter meter) {
            return count == input.length - 8 ? Fuzzer.TAKEN : "wrong count";
        }
    }

    private static FuzzFailure fails(final FuzzTarget target) {
        return assertThrows(FuzzFailure.class, () -> new Fuzzer(target, 1).run(tried -> tried < INPUTS));
    }

    @Test
    void shouldPassADecoderThatIsRight() {
        final FuzzResult result = new Fuzzer(new Format(), 1).run(tried -> tried < INPUTS);
        assertEquals(INPUTS, result.inputs());
        assertTrue(result.taken() > 0, result::toString);
        assertEquals(3, result.outcomes());
    }

    @Test
    void shouldFindAnExceptionThatIsNotDeclared() {
        final FuzzFailure failure = fails(new Format() {
            @Override
            String decode(final byte[] input, final int count, final AllocationMeter meter) {
                return input[7 + count] == 0 ? Fuzzer.TAKEN : "no zero at the end";
            }
        });
        assertTrue(failure.getCause() instanceof IndexOutOfBoundsException, failure::toString);
    }

    @Test
    void shouldFindMemoryThatIsTakenOnTheWordOfALength() {
        final FuzzFailure failure = fails(new Format() {
            @Override
            String decode(final byte[] input, final int count, final AllocationMeter meter) {
                meter.within(1024, () -> count(new byte[Math.max(0, Math.min(count, 65_536))]));
                return super.decode(input, count, meter);
            }

            private void count(final byte[] taken) {
                Check.that(taken.length <= 65_536, "too many");
            }
        });
        assertTrue(failure.getMessage().contains("but at most 1024 are declared"), failure::getMessage);
    }

    @Test
    void shouldNotBlameADecoderForWhatIsAllocatedOnce() {
        final boolean[] done = new boolean[1];
        new Fuzzer(new Format() {
            @Override
            String decode(final byte[] input, final int count, final AllocationMeter meter) {
                meter.within(0, () -> {
                    if (count == 0 && !done[0]) {
                        done[0] = new byte[10_000].length > 0;
                    }
                });
                return super.decode(input, count, meter);
            }
        }, 1).run(tried -> tried < INPUTS);
        assertTrue(done[0]);
    }

    @Test
    void shouldRefuseATargetWhoseOwnInputsAreNotTaken() {
        final FuzzFailure failure = fails(new Format() {
            @Override
            public List<byte[]> seeds() {
                return List.of(new byte[3]);
            }
        });
        assertTrue(failure.getMessage().contains("a valid input was refused: corrupted"), failure::getMessage);
    }

    @Test
    void shouldTryTheSameInputsForTheSameSeed() {
        final CRC32 one = new CRC32();
        final CRC32 same = new CRC32();
        final CRC32 other = new CRC32();
        new Fuzzer(recording(one), 5).run(tried -> tried < 1000);
        new Fuzzer(recording(same), 5).run(tried -> tried < 1000);
        new Fuzzer(recording(other), 6).run(tried -> tried < 1000);
        assertEquals(one.getValue(), same.getValue());
        assertFalse(one.getValue() == other.getValue());
    }

    private static FuzzTarget recording(final CRC32 sum) {
        return new Format() {
            @Override
            public String run(final byte[] input, final AllocationMeter meter) {
                sum.update(input);
                return super.run(input, meter);
            }
        };
    }

    @Test
    void shouldKeepTheInputThatFailsAndFailWithItAgain() throws IOException, InterruptedException {
        final FuzzTarget broken = new Format() {
            @Override
            String decode(final byte[] input, final int count, final AllocationMeter meter) {
                Check.that(count >= 0, "a negative count");
                return super.decode(input, count, meter);
            }
        };
        final StringWriter said = new StringWriter();
        assertFalse(Fuzzing.run(List.of(broken), 30, 7, directory, new PrintWriter(said)));
        assertTrue(said.toString().contains("./fleet fuzz --target format --input "), said.toString());
        assertTrue(said.toString().contains("FAILED with seed 7: target format, input "), said.toString());
        final byte[] kept = Files.readAllBytes(directory.resolve("fuzz-format.input"));
        assertTrue(ByteBuffer.wrap(kept).getInt(4) < 0);
        final StringWriter again = new StringWriter();
        assertFalse(Fuzzing.again(broken, kept, new PrintWriter(again)));
        assertTrue(again.toString().contains("a negative count"), again.toString());
        assertTrue(Fuzzing.again(new Format(), kept, new PrintWriter(again)));
    }

    @Test
    void shouldGiveTheInputAwayAsACopy() {
        final byte[] input = {1, 2, 3};
        final FuzzFailure failure = new FuzzFailure("x", 1, input, "what", null);
        failure.input()[0] = 9;
        assertArrayEquals(input, failure.input());
        assertTrue(failure.getMessage().contains("010203"), failure::getMessage);
    }
}
