package io.fleet.examples.kv.draft;

import io.fleet.examples.kv.store.KeyHash;
import io.fleet.machine.Command;
import java.util.Collection;
import java.util.List;

/**
 * What came of a batch that was run before its turn, and all that this rests on. Where it was run by another replica it
 * rests on nothing: it comes in its turn, upon the same state.
 *
 * @param timeMillis log time of the command.
 * @param command a copy of the command, to be run in its turn where the rest is of no use; null where another replica
 *                has run it.
 * @param answers null where the batch was not run.
 * @param entries the keys that it has looked at.
 * @param expiries when keys expire to which the batch gave a time to live, one after the other.
 * @param growth  null where the batch was not run here.
 * @param hashes  what keys were hashed by; null where the batch was not run here.
 */
record Draft(long timeMillis, Command command, byte[] answers, Collection<DraftEntry> entries, List<Long> expiries,
             Growth growth, KeyHash hashes) {
    /** One that is run in its turn. */
    static Draft ofTurn(final Command command) {
        return new Draft(command.timeMillis(), command, null, List.of(), List.of(), null, null);
    }

    /** One that another replica has run. */
    static Draft ofEffect(final long timeMillis, final byte[] answers, final Collection<DraftEntry> entries,
                          final List<Long> expiries) {
        return new Draft(timeMillis, null, answers, entries, expiries, null, null);
    }

    private boolean isInserted() {
        return command == null;
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
        if (isInserted()) {
            return true;
        }
        if (!isRun() || now != timeMillis || store.hashes() != hashes
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
