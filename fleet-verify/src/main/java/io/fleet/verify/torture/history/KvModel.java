package io.fleet.verify.torture.history;

import io.fleet.testkit.history.SequentialModel;

/**
 * The store as one client alone would see it, key by key. A state is a key's value as {@link LongText} names it, empty
 * where there is none: no operation makes an empty one.
 */
final class KvModel implements SequentialModel<String, KvInput, String> {
    @Override
    public String initial() {
        return "";
    }

    @Override
    public String next(final String state, final KvInput input) {
        return switch (input.kind()) {
            case GET -> state;
            case SET -> input.value();
            case INCR -> Long.toString(state.isEmpty() ? 1 : Long.parseLong(state) + 1);
            case APPEND -> state + input.value();
        };
    }

    @Override
    public boolean allows(final String state, final KvInput input, final String output) {
        return switch (input.kind()) {
            case GET -> state.equals(output == null ? "" : output);
            case SET -> "OK".equals(output);
            case INCR -> next(state, input).equals(output);
            case APPEND -> Integer.toString(LongText.length(state) + LongText.length(input.value())).equals(output);
        };
    }

    @Override
    public Object partition(final KvInput input) {
        return input.key();
    }
}
