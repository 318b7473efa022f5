package io.fleet.examples.kv.draft;

import io.fleet.examples.kv.store.KeyHash;
import io.fleet.machine.Command;
import java.util.Collection;
import java.util.List;

/**
 * What came of a batch that was run before its turn, and all that this rests on.
 *
 * @param command a copy of the command, to be run in its turn where the rest is of no use.
 * @param answers null where the batch was not run.
 * @param entries the keys that it has looked at.
 * @param expiries when keys expire to which the batch gave a time to live, one after the other.
 * @param growth  null where the batch was not run.
 * @param hashes  what keys were hashed by.
 */
record Draft(Command command, byte[] answers, Collection<DraftEntry> entries, List<Long> expiries, Growth growth,
             KeyHash hashes) {
    /** One that is run in its turn. */
    static Draft ofTurn(final Command command) {
        return new Draft(command, null, List.of(), List.of(), null, null);
    }

    boolean isRun() {
        return answers != null;
    }

    /** How many bytes of answers and values it keeps. */
    long bytes() {
        long bytes = isRun() ? answers.length : 0;
        for (final DraftEntry each : entries) {
            if (each.isChanged() && each.after() != null) {
                bytes += each.after().bytes().length;
            }
        }
        return bytes;
    }

    /** Whether all that it rests on is in the store, at the log time of its command. */
    boolean isCurrent(final SharedStore store, final long now) {
        if (!isRun() || now != command.timeMillis() || store.hashes() != hashes
            || !growth.fits(store.size(), store.bytes())) {
            return false;
        }
        for (final DraftEntry each : entries) {
            if (!Held.same(Held.live(store.look(each.key()), now), Held.live(each.before(), now))) {
                return false;
            }
        }
        return true;
    }
}
