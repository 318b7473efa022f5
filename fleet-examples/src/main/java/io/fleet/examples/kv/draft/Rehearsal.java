package io.fleet.examples.kv.draft;

import io.fleet.examples.kv.BatchKeys;
import io.fleet.examples.kv.KvMachine;
import io.fleet.examples.kv.store.KvLimits;
import io.fleet.machine.Command;
import java.util.List;

/** Runs batches before their turn, one at a time. Reused. */
final class Rehearsal {
    private final DraftStore store;
    private final KvMachine machine;
    private final BatchKeys keys = new BatchKeys();

    Rehearsal(final SharedStore published, final Drafts drafts, final KvLimits limits) {
        store = new DraftStore(published, drafts);
        machine = new KvMachine(store, limits, null);
    }

    /** What would come of a command; of one that is {@link BatchKeys#isForTurn}, that is seen in its turn. */
    Draft run(final Command command) {
        if (keys.isForTurn(command)) {
            return Draft.ofTurn(command);
        }
        final KeptAnswer answer = new KeptAnswer();
        store.begin(command.timeMillis());
        machine.rehearse(command, answer);
        return new Draft(command.timeMillis(), command, answer.toBytes(), List.copyOf(store.entries().values()), store
            .expiries(),
            store.growth(), store.hashes());
    }
}
