/**
 * Where a value is (rules C1, C2, C7, R6, R7): encoded and spread, a segment for each node; gathered again from any k
 * of them; rebuilt where one is missing; let go of when nobody needs it (C10). Which slot holds an entry is only heard
 * of, from those who know ({@link io.fleet.ec.dissemination.store.PartHistory}). Pure, single-threaded.
 *
 * <p>{@link io.fleet.ec.dissemination.Spreader} with {@code LongSpreader} (out to the nodes, long values stripe by
 * stripe),
 * {@link io.fleet.ec.dissemination.gather.Gatherer} with {@code Asker} and {@code StripeGatherer} (back from them),
 * {@link io.fleet.ec.dissemination.store.SegmentStore} with {@code PartTable} and {@code PartRecords} (this node's own
 * parts), and
 * {@link io.fleet.ec.dissemination.store.PartSweeper} with {@link io.fleet.ec.dissemination.store.FormerParts} (those
 * that go). A <em>part</em>
 * is what one node stores of an entry: the header, and a segment of the value; it has one piece or, of a long value, a
 * head and a piece for each stripe.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.dissemination;
