/**
 * Who leads: pre-votes and elections, the campaign of a candidate, what a new leader needs first, leadership
 * transfer.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.scattered.election;
