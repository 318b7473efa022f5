package io.fleet.replica;

import java.util.ArrayList;
import java.util.List;

/** What operators are told of callbacks that threw. */
final class ToldFailures implements CallbackFailures {
    final List<String> told = new ArrayList<>();

    @Override
    public void onCallbackFailed(final String callback, final long id, final Exception failure) {
        told.add(callback + " " + failure.getMessage());
    }

    @Override
    public void onError(final String method, final long lsn, final long sessionId, final boolean ends,
                        final Error error) {
        told.add(method + " " + ends);
    }
}
