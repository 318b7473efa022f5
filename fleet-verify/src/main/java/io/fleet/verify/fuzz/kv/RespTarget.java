package io.fleet.verify.fuzz.kv;

import io.fleet.examples.kv.KvReplyReader;
import io.fleet.examples.kv.resp.Request;
import io.fleet.examples.kv.resp.RespServer;
import io.fleet.examples.kv.resp.RespWriter;
import io.fleet.examples.kv.store.KvLimits;
import io.fleet.verify.fuzz.AllocationMeter;
import io.fleet.verify.fuzz.Check;
import io.fleet.verify.fuzz.FuzzTarget;
import io.fleet.verify.fuzz.Fuzzer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What Redis' clients send. Nothing is thrown: what is no command becomes one last request that says why. The same
 * requests are found however the bytes are cut into reads, every buffer is given back, and each request is answered
 * once, in a form that clients understand.
 */
public final class RespTarget implements FuzzTarget {
    /** What Netty takes for itself, and the buffer of the first word, which is taken on the word of its length. */
    private static final long BOUND = 64 * 1024;
    /** A request of one letter and a line end becomes objects, words and copies of them. */
    private static final long FOR_EACH_BYTE = 256;
    private static final String[] LINES = {
        "SET alpha first PX 5000 NX", "GET alpha", "MGET alpha beta", "INCRBY n 5", "APPEND alpha x", "MULTI", "EXEC",
        "DISCARD", "PING", "ECHO hello", "HELLO 3 SETNAME me", "CLIENT SETNAME a", "CLIENT LIST", "COMMAND COUNT",
        "COMMAND INFO get", "CONFIG GET save", "INFO", "SELECT 0", "RESET", "SCAN 0 MATCH a* COUNT 10", "TTL alpha",
        "EXPIRE alpha 10", "nonsense 1", "AUTH x", "SET \"quoted \\x41\\n\" 'it\\'s'", "DBSIZE", "KEYS *", "QUIT"
    };

    private RespTarget() {
    }

    /**
     * The requests of clients.
     *
     * @return a new target.
     */
    public static FuzzTarget requests() {
        return new RespTarget();
    }

    /**
     * The machine's answers to them.
     *
     * @return a new target.
     */
    public static FuzzTarget answers() {
        return new AnswerTarget();
    }

    @Override
    public String name() {
        return "resp";
    }

    @Override
    public List<byte[]> seeds() {
        final List<byte[]> seeds = new ArrayList<>();
        final StringBuilder all = new StringBuilder();
        for (final String line : LINES) {
            seeds.add(ascii(line + "\r\n"));
            all.append(bulk(line));
        }
        seeds.add(ascii(all.toString()));
        seeds.add(ascii(bulk("SET big " + "v".repeat(600)) + bulk("GET big")));
        return seeds;
    }

    private static String bulk(final String line) {
        final String[] words = line.split(" ");
        final StringBuilder text = new StringBuilder("*" + words.length + "\r\n");
        for (final String word : words) {
            text.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
        }
        return text.toString();
    }

    private static byte[] ascii(final String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public List<byte[]> words() {
        final List<byte[]> words = new ArrayList<>();
        for (final String word : List.of("\r\n", "*", "$", "*0\r\n", "*-1\r\n", "$-1\r\n", "$0\r\n\r\n", "*1\r\n",
            "*3\r\n", "$4\r\n", "$536870912\r\n", "$1048576\r\n", "$8388607\r\n", "$2147483648\r\n", "*1048577\r\n",
            "*99999999999999999999\r\n", ":1\r\n", "+OK\r\n",
            "-ERR\r\n", "_\r\n", "\"", "'", "\\x4", "\u0000", "MULTI", "EXEC", "GET", "SET")) {
            words.add(ascii(word));
        }
        for (final String line : LINES) {
            words.add(ascii(bulk(line)));
        }
        return words;
    }

    @Override
    public String run(final byte[] input, final AllocationMeter meter) {
        final EmbeddedChannel channel = new EmbeddedChannel();
        RespServer.addDecoders(channel.pipeline(), KvLimits.STANDARD, held -> {});
        final ByteBuf bytes = Unpooled.wrappedBuffer(input.clone());
        meter.within(BOUND + FOR_EACH_BYTE * input.length, () -> channel.writeInbound(bytes));
        final List<Request> whole = requests(channel);
        Check.that(input.length == 0 || bytes.refCnt() == 0, "a buffer is not given back");
        final int step = 1 + input.length % 13;
        final EmbeddedChannel slow = new EmbeddedChannel();
        RespServer.addDecoders(slow.pipeline(), KvLimits.STANDARD, held -> {});
        for (int at = 0; at < input.length; at += step) {
            slow.writeInbound(Unpooled.copiedBuffer(input, at, Math.min(step, input.length - at)));
        }
        same(whole, requests(slow), step);
        final Talk talk = new Talk();
        talk.send(input);
        final String said = talk.end();
        final boolean quits = talk.closed();
        Check.that(talk.answers() == whole.size() || quits && talk.answers() < whole.size(),
            whole.size() + " requests have " + talk.answers() + " answers");
        final boolean broken = !whole.isEmpty() && whole.get(whole.size() - 1).fatal();
        return (broken ? "broken: " + whole.get(whole.size() - 1).error() : Fuzzer.TAKEN) + ' '
            + said.substring(0, Math.min(6, said.length()));
    }

    private static List<Request> requests(final EmbeddedChannel channel) {
        final List<Request> requests = new ArrayList<>();
        for (Request next = channel.readInbound(); next != null; next = channel.readInbound()) {
            requests.add(next);
        }
        channel.finishAndReleaseAll();
        return requests;
    }

    private static void same(final List<Request> whole, final List<Request> parts, final int step) {
        Check.that(whole.size() == parts.size(), whole.size() + " requests, but " + parts.size()
            + " in reads of " + step);
        for (int i = 0; i < whole.size(); i++) {
            final Request one = whole.get(i);
            final Request other = parts.get(i);
            Check.that(one.fatal() == other.fatal() && one.count() == other.count() && one.cost() == other.cost()
                && (one.fatal() || Objects.equals(one.error(), other.error())), "request " + i + " differs in reads of "
                    + step + ": " + one.error() + ", " + other.error());
            for (int word = 0; word < one.count(); word++) {
                Check.that(Arrays.equals(one.word(word), other.word(word)), "word " + word + " of request " + i
                    + " differs in reads of " + step);
            }
        }
    }

    /** Answers of the machine, made RESP. Declared: {@link IllegalArgumentException}. */
    private static final class AnswerTarget implements FuzzTarget {
        private static final long FIXED = 4 * 1024;
        private static final long FOR_EACH = 24;

        @Override
        public String name() {
            return "kv-answers";
        }

        @Override
        public List<byte[]> seeds() {
            return List.of(
                new byte[] {2, 0, 0, 0, 0, 1, 7, 0, 0, 0, 0, 0, 0, 0},
                new byte[] {1, 0, 0, 0, 5, 2, 0, 0, 0, 2, 3, 0, 0, 0, 'a', 'b', 'c', 3, 2, 0, 0, 0, 'O', 'K'},
                new byte[] {1, 0, 0, 0, 4, 5, 0, 0, 0, 'E', 'R', 'R', ' ', 'x'});
        }

        @Override
        public String run(final byte[] input, final AllocationMeter meter) {
            final ByteBuf out = Unpooled.buffer(64);
            final int[] answers = new int[1];
            try {
                meter.within(FIXED + FOR_EACH * input.length, () -> answers[0] = write(input, out));
            } catch (final IllegalArgumentException e) {
                return e.getMessage();
            }
            final RespReading reading = new RespReading();
            reading.read(out);
            Check.that(reading.values() == answers[0], answers[0] + " answers became " + reading.values());
            return Fuzzer.TAKEN;
        }

        private static int write(final byte[] input, final ByteBuf out) {
            final KvReplyReader reader = new KvReplyReader();
            final int answers = reader.wrap(new UnsafeBuffer(input), 0, input.length);
            for (int i = 0; i < answers; i++) {
                RespWriter.value(reader, out, false);
            }
            return answers;
        }
    }
}
