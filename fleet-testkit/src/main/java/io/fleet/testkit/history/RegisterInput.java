package io.fleet.testkit.history;

/**
 * An operation on one of many 64-bit registers. Every operation answers with one number.
 *
 * @param kind     what to do.
 * @param key      which register.
 * @param argument the new value, or what is added.
 * @param expected what {@link Kind#COMPARE_AND_SET} compares with.
 */
public record RegisterInput(Kind kind, long key, long argument, long expected) {
    /** The operations. */
    public enum Kind {
        /** Answers the value. */
        READ,
        /** Sets the value; answers the one before. */
        SET,
        /** Adds to the value; answers the sum. */
        ADD,
        /** Sets the value if it is the expected one; answers the one before. */
        COMPARE_AND_SET
    }

    /**
     * A read.
     *
     * @param key which register.
     * @return the operation.
     */
    public static RegisterInput read(final long key) {
        return new RegisterInput(Kind.READ, key, 0, 0);
    }

    /**
     * A write that answers what it replaced.
     *
     * @param key   which register.
     * @param value the new value.
     * @return the operation.
     */
    public static RegisterInput set(final long key, final long value) {
        return new RegisterInput(Kind.SET, key, value, 0);
    }

    /**
     * An addition.
     *
     * @param key   which register.
     * @param delta what to add.
     * @return the operation.
     */
    public static RegisterInput add(final long key, final long delta) {
        return new RegisterInput(Kind.ADD, key, delta, 0);
    }

    /**
     * A conditional write.
     *
     * @param key      which register.
     * @param expected the value it must have.
     * @param value    the new value.
     * @return the operation.
     */
    public static RegisterInput compareAndSet(final long key, final long expected, final long value) {
        return new RegisterInput(Kind.COMPARE_AND_SET, key, value, expected);
    }

    /**
     * The register's value after the operation.
     *
     * @param before its value before.
     * @return the value after.
     */
    public long valueAfter(final long before) {
        return switch (kind) {
            case READ -> before;
            case SET -> argument;
            case ADD -> before + argument;
            case COMPARE_AND_SET -> before == expected ? argument : before;
        };
    }

    /**
     * What the operation answers.
     *
     * @param before the register's value before.
     * @return the answer.
     */
    public long answer(final long before) {
        return kind == Kind.ADD ? before + argument : before;
    }
}
