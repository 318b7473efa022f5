package io.fleet.examples.kv;

import io.fleet.examples.kv.store.KvBounds;
import io.fleet.machine.StateMachine;
import io.fleet.testkit.local.MachineHarness;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.agrona.concurrent.UnsafeBuffer;

/** Speaks to a {@link KvMachine} in words: "SET k v" in, one line of text out. */
public final class KvDriver {
    private final MachineHarness harness;
    private final KvBounds bounds;

    public KvDriver() {
        this(new KvMachine(), KvBounds.NONE);
    }

    /** The commands are sent with the bounds. */
    public KvDriver(final StateMachine machine, final KvBounds bounds) {
        harness = new MachineHarness(machine);
        this.bounds = bounds;
    }

    public MachineHarness harness() {
        return harness;
    }

    /** Runs one command whose words are parted by single blanks, reads as a query. */
    public String run(final String line) {
        return runWords(line.split(" "));
    }

    public String runWords(final String... words) {
        final KvBatch batch = new KvBatch(bounds);
        add(batch, words);
        return String.join(" | ", send(batch));
    }

    /** Runs a list of commands as one batch. */
    public List<String> batch(final String... lines) {
        final KvBatch batch = new KvBatch(bounds);
        for (final String line : lines) {
            add(batch, line.split(" "));
        }
        return send(batch);
    }

    /** Runs a list of commands as one transaction. */
    public String exec(final String... lines) {
        final KvBatch batch = new KvBatch(bounds);
        batch.addExec(lines.length);
        for (final String line : lines) {
            final String[] words = line.split(" ");
            batch.addInner(op(words), arguments(words));
        }
        return String.join(" | ", send(batch));
    }

    /** A batch whose steps are counted, and that counts on the machine to know that. */
    static KvBatch counted() {
        return new KvBatch(KvBounds.NONE, false, true);
    }

    /** Runs one command in a batch whose steps are counted. */
    List<String> runCounted(final KvOp op, final String... arguments) {
        final KvBatch batch = counted();
        batch.add(op, words(arguments));
        return send(batch);
    }

    static byte[][] words(final String... words) {
        return Arrays.stream(words).map(KvDriver::bytes).toArray(byte[][]::new);
    }

    public List<String> send(final KvBatch batch) {
        return texts(harness.run(batch.readOnly(), new byte[0], batch.toBytes()));
    }

    public static List<String> texts(final byte[] bytes) {
        final KvReplyReader reader = new KvReplyReader();
        final int answers = reader.wrap(new UnsafeBuffer(bytes), 0, bytes.length);
        final List<String> texts = new ArrayList<>();
        for (int i = 0; i < answers; i++) {
            texts.add(text(reader));
        }
        return texts;
    }

    public static byte[] bytes(final String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void add(final KvBatch batch, final String... words) {
        batch.add(op(words), arguments(words));
    }

    private static KvOp op(final String... words) {
        return KvOp.ofName(words[0].toLowerCase(Locale.ROOT));
    }

    private static byte[][] arguments(final String... words) {
        return words(Arrays.copyOfRange(words, 1, words.length));
    }

    private static String text(final KvReplyReader reader) {
        switch (reader.next()) {
            case NIL:
                return "nil";
            case INTEGER:
                return ":" + reader.number();
            case BULK:
                return new String(reader.bytes(), StandardCharsets.ISO_8859_1);
            case SIMPLE:
                return "+" + reader.text();
            case ERROR:
                return "-" + reader.text();
            default:
                final List<String> elements = new ArrayList<>();
                final int count = reader.count();
                for (int i = 0; i < count; i++) {
                    elements.add(text(reader));
                }
                return elements.toString();
        }
    }
}
