/**
 * Where a value is (rules C1, C2, C7, R6, R7): encoded and spread, a part for each node; gathered again from any k of
 * them; rebuilt where one is missing; let go of when nobody needs it (C10). Which slot holds an entry is only heard
 * of, from those who know ({@link io.fleet.ec.dissemination.store.PartHistory}). Pure, single-threaded.
 *
 * <ul>
 * <li>here: {@link io.fleet.ec.dissemination.Spreader} with {@code LongSpreader}, out to the nodes, long values stripe
 * by stripe</li>
 * <li>{@code gather}: back from them</li>
 * <li>{@code store}: the parts of this node, and which of them go</li>
 * <li>{@code format}: how a part lies in bytes</li>
 * <li>{@code context}: settings, counters, and where messages go</li>
 * </ul>
 *
 * <p>A <em>part</em> is what one node stores of an entry: the header, and a segment of the value, which is its shard
 * of each stripe. It has one piece or, of a long value, a head and a piece for each stripe.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.dissemination;
