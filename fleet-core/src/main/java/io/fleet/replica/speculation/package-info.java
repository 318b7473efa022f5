/**
 * Commands that are prepared before they are chosen: who is at which ({@code Preparation}), what waits for what
 * ({@code KeyChains}), which entries they are of ({@code SpeculatedEntry}), and which threads do it
 * ({@code PreparePool}). What is done with them is {@code replica}'s.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.replica.speculation;
