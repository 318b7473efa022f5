/**
 * Acknowledgements that one member gathers for all (Compartmentalization, section 3.1; HovercRaft, section 4): what the
 * collector keeps and tells, what others make of it, and whom a leader asks to be it. An aggregator is a collector that
 * also passes on what the leader orders.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.scattered.collector;
