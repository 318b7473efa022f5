package io.fleet.ec.codec;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;

/**
 * The only way to Backblaze's class. It is bound when it is first asked for, by handles and not by name: its other
 * methods have types of Netty in them, which a compiler would ask for and which nobody needs here.
 */
final class BackblazeLibrary {
    static final String NAME = "com.backblaze.erasure.ReedSolomon";

    private BackblazeLibrary() {
    }

    static boolean isPresent() {
        return Bound.CREATE != null;
    }

    /** The library's codec. */
    static Object create(final int dataShards, final int parityShards) {
        try {
            return Bound.CREATE.invokeExact(dataShards, parityShards);
        } catch (final Throwable failure) {
            throw failed(failure);
        }
    }

    /** Makes all parity shards. */
    static void encode(final Object codec, final byte[][] shards, final int offset, final int length) {
        try {
            Bound.ENCODE.invokeExact(codec, shards, offset, length);
        } catch (final Throwable failure) {
            throw failed(failure);
        }
    }

    /** Makes all shards that are not there. */
    static void decode(final Object codec, final byte[][] shards, final boolean[] isThere, final int offset,
                       final int length) {
        try {
            Bound.DECODE.invokeExact(codec, shards, isThere, offset, length);
        } catch (final Throwable failure) {
            throw failed(failure);
        }
    }

    private static RuntimeException failed(final Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return new IllegalStateException(NAME + " failed", failure);
    }

    /** The handles; null where the class is missing. */
    private static final class Bound {
        static final MethodHandle CREATE;
        static final MethodHandle ENCODE;
        static final MethodHandle DECODE;

        static {
            final Lookup lookup = MethodHandles.publicLookup();
            MethodHandle create = null;
            MethodHandle encode = null;
            MethodHandle decode = null;
            try {
                final Class<?> type = Class.forName(NAME);
                create = lookup.findStatic(type, "create", MethodType.methodType(type, int.class, int.class));
                encode = lookup.findVirtual(type, "encodeParity",
                    MethodType.methodType(void.class, byte[][].class, int.class, int.class));
                decode = lookup.findVirtual(type, "decodeMissing",
                    MethodType.methodType(void.class, byte[][].class, boolean[].class, int.class, int.class));
                create = create.asType(create.type().changeReturnType(Object.class));
                encode = encode.asType(encode.type().changeParameterType(0, Object.class));
                decode = decode.asType(decode.type().changeParameterType(0, Object.class));
            } catch (final ClassNotFoundException e) {
                create = null;
            } catch (final ReflectiveOperationException e) {
                throw new IllegalStateException(NAME + " on the class path is not the one that is known here", e);
            }
            CREATE = create;
            ENCODE = encode;
            DECODE = decode;
        }

        private Bound() {
        }
    }
}
