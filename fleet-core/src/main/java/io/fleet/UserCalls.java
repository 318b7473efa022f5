package io.fleet;

import io.fleet.config.Checks;
import io.fleet.consensus.reads.ReadPool;
import io.fleet.replica.speculation.PreparePool;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Which threads of a node call what is the user's, and for how long it waits for them; see {@link NodeConfig}. */
record UserCalls(int readThreads, int prepareThreads, @Nullable Executor callbacks, long machinePatienceMillis) {
    static final UserCalls DEFAULT = new UserCalls(0, 1, null, 20);

    UserCalls withReadThreads(final int value) {
        return new UserCalls(Checks.range("readThreads", value, 0, ReadPool.MAX_THREADS), prepareThreads, callbacks,
            machinePatienceMillis);
    }

    UserCalls withPrepareThreads(final int value) {
        return new UserCalls(readThreads, Checks.range("prepareThreads", value, 0, PreparePool.MAX_THREADS), callbacks,
            machinePatienceMillis);
    }

    UserCalls withCallbacks(final @Nullable Executor value) {
        return new UserCalls(readThreads, prepareThreads, value, machinePatienceMillis);
    }

    UserCalls withMachinePatienceMillis(final long value) {
        return new UserCalls(readThreads, prepareThreads, callbacks,
            Checks.range("machinePatienceMillis", value, 0, 60_000));
    }
}
