package io.fleet.ec.codec;

import java.lang.reflect.Constructor;
import java.util.Objects;

/**
 * The only way to {@code VectorProduct}, which is compiled beside the other classes and names those of the incubating
 * module: no class of it is loaded before the module was seen in this JVM.
 */
final class VectorModule {
    private static final String MODULE = "jdk.incubator.vector";
    private static final String PRODUCT = "io.fleet.ec.codec.VectorProduct";
    private static final int LEAST_BITS = 128;

    private VectorModule() {
    }

    static boolean isPresent() {
        return Loaded.FACTORY != null;
    }

    /** How long its vectors are; 0 without the module. */
    static int bits() {
        return Loaded.BITS;
    }

    /** Products whose loops are compiled, or will not be. */
    static Product.Factory products() {
        return Warm.FACTORY;
    }

    /** Whether its loops have become fast; waits for that. */
    static boolean isFast() {
        return isPresent() && Warm.IS_FAST;
    }

    /** Why it is not present, or not fast. */
    static String missing() {
        if (isPresent()) {
            return "the compiler of this JVM makes nothing fast of vectors";
        }
        return isModuleHere() ? "this JVM or its processor has no vectors of " + LEAST_BITS + " bits or more"
            : "the JVM was started without --add-modules " + MODULE;
    }

    private static boolean isModuleHere() {
        return ModuleLayer.boot().findModule(MODULE).isPresent();
    }

    /** Warmed up when first needed. */
    private static final class Warm {
        static final Product.Factory FACTORY =
            Objects.requireNonNull(Loaded.FACTORY, "asked first whether it is present");
        static final boolean IS_FAST = VectorWarmUp.run(FACTORY);

        private Warm() {
        }
    }

    /** Looked for when first asked for. */
    private static final class Loaded {
        static final int BITS;
        static final Product.Factory FACTORY;

        static {
            int bits = 0;
            Product.Factory factory = null;
            if (isModuleHere()) {
                try {
                    final Class<?> type = Class.forName(PRODUCT);
                    bits = (int) type.getDeclaredMethod("bits").invoke(null);
                    if (bits >= LEAST_BITS) {
                        factory = factory(type.getDeclaredConstructor(int.class));
                    }
                } catch (final ReflectiveOperationException e) {
                    throw new IllegalStateException("the class of the vector codec is damaged or missing", e);
                }
            }
            BITS = bits;
            FACTORY = factory;
        }

        private Loaded() {
        }

        private static Product.Factory factory(final Constructor<?> constructor) {
            return inputs -> {
                try {
                    return (Product) constructor.newInstance(inputs);
                } catch (final ReflectiveOperationException e) {
                    throw new IllegalStateException("the class of the vector codec is damaged", e);
                }
            };
        }
    }
}
