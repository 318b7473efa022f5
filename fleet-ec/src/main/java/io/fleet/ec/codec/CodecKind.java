package io.fleet.ec.codec;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Locale;

/**
 * The implementations of {@link ErasureCodec}, the fastest first. All give the same bytes, so nodes of a group may
 * differ in it. Safe for any thread.
 */
public enum CodecKind {
    /**
     * The JVM's vector API, {@code jdk.incubator.vector}: present where the JVM was started with
     * {@code --add-modules jdk.incubator.vector} and has vectors of 128 bits or more. Its first calls are slow and
     * allocate, until the JIT compiler has seen the loops; making the first codec of a JVM waits for that, a second or
     * so, and at most five. On a JVM without its server compiler it stays slow, and {@link #fastest} is {@link #TABLE}.
     */
    VECTOR,
    /** Tables of products, in plain Java: always present. */
    TABLE,
    /**
     * Backblaze's JavaReedSolomon, the reference that the others are tested against: present where the class path has
     * {@code com.backblaze.erasure.ReedSolomon}. It copies shards that are not whole Java arrays, and allocates.
     */
    BACKBLAZE;

    private static final Logger LOG = System.getLogger(CodecKind.class.getName());

    /**
     * Whether this JVM has it.
     *
     * @return true where {@link #create} works.
     */
    public boolean isPresent() {
        return switch (this) {
            case VECTOR -> VectorModule.isPresent();
            case TABLE -> true;
            case BACKBLAZE -> BackblazeLibrary.isPresent();
        };
    }

    /**
     * Makes a codec.
     *
     * @param dataShards   k, 1 to 256.
     * @param parityShards m, 0 to 256 - k.
     * @return a codec of this kind, for one thread at a time.
     * @throws IllegalArgumentException when k or m is out of its range.
     * @throws IllegalStateException    when this JVM does not have this kind; the message says what is missing.
     */
    public ErasureCodec create(final int dataShards, final int parityShards) {
        checkShards(dataShards, parityShards);
        if (!isPresent()) {
            throw new IllegalStateException("codec " + word() + " is not here: " + missing());
        }
        return switch (this) {
            case VECTOR -> new MatrixCodec(dataShards, parityShards, VectorModule.products());
            case TABLE -> new MatrixCodec(dataShards, parityShards, TableProduct::new);
            case BACKBLAZE -> new BackblazeCodec(dataShards, parityShards);
        };
    }

    /**
     * The fastest one that is present. The first call of a JVM finds out, which takes a second or so, and tells the
     * log which one it is, and why it is not {@link #VECTOR} where it is not.
     *
     * @return {@link #VECTOR} or {@link #TABLE}.
     */
    public static CodecKind fastest() {
        return Fastest.KIND;
    }

    /**
     * The kind of a name, as it stands in settings: {@code vector}, {@code table}, {@code backblaze}; {@code auto} is
     * the {@link #fastest}.
     *
     * @param word the name.
     * @return its kind, present or not.
     * @throws IllegalArgumentException when no kind has the name.
     */
    public static CodecKind named(final String word) {
        if ("auto".equals(word)) {
            return fastest();
        }
        for (final CodecKind kind : values()) {
            if (kind.word().equals(word)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("codec is '" + word + "', but must be auto, vector, table or backblaze");
    }

    static void checkShards(final int dataShards, final int parityShards) {
        if (dataShards < 1 || dataShards > ErasureCodec.MAX_SHARDS) {
            throw new IllegalArgumentException("data shards (k) are " + dataShards + ", but must be from 1 to "
                + ErasureCodec.MAX_SHARDS);
        }
        if (parityShards < 0 || parityShards > ErasureCodec.MAX_SHARDS - dataShards) {
            throw new IllegalArgumentException("parity shards (m) are " + parityShards + ", but must be from 0 to "
                + (ErasureCodec.MAX_SHARDS - dataShards) + " with k = " + dataShards + ", so that k + m is at most "
                + ErasureCodec.MAX_SHARDS);
        }
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    private String missing() {
        return this == VECTOR ? VectorModule.missing()
            : "the class path has no " + BackblazeLibrary.NAME + " (artifact com.github.l42111996:kcp-fec)";
    }

    /** Chosen, and told, when it is first asked for. */
    private static final class Fastest {
        static final CodecKind KIND = choose();

        private Fastest() {
        }

        private static CodecKind choose() {
            if (VectorModule.isFast()) {
                LOG.log(Level.INFO, "erasure codec: vector, " + VectorModule.bits() + " bits");
                return VECTOR;
            }
            LOG.log(Level.INFO, "erasure codec: table, because " + VectorModule.missing());
            return TABLE;
        }
    }
}
