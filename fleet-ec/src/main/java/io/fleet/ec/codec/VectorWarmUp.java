package io.fleet.ec.codec;

final class VectorWarmUp {
    private VectorWarmUp() {
    }

    static void run(final Product.Factory factory) {
    }
}
