package io.fleet.testkit.history;

/** Many independent 64-bit registers, all 0 at first: a partition for each key. */
public final class RegisterModel implements SequentialModel<Long, RegisterInput, Long> {
    /** Creates the model. */
    public RegisterModel() {
    }

    @Override
    public Long initial() {
        return 0L;
    }

    @Override
    public Long next(final Long state, final RegisterInput input) {
        return input.valueAfter(state);
    }

    @Override
    public boolean allows(final Long state, final RegisterInput input, final Long output) {
        return output != null && output == input.answer(state);
    }

    @Override
    public Object partition(final RegisterInput input) {
        return input.key();
    }
}
