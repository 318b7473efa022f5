/**
 * Effects of commands that travel from the leader to the other replicas (V8): those of one entry
 * ({@code EntryEffects}), and who waits for which and until when ({@code EffectExchange}). What is done with them is
 * {@code replica}'s.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.replica.effects;
