package io.fleet.replica.speculation;

import io.fleet.replica.effects.EffectExchange;

/**
 * What a replica whose machine speculates has from its node.
 *
 * @param pool    the threads that prepare commands.
 * @param signal  called by one of them when something is prepared that the replica waits for.
 * @param effects what travels between replicas, where the machine ships effects.
 */
public record SpeculationMeans(PreparePool pool, Runnable signal, EffectExchange effects) {
}
