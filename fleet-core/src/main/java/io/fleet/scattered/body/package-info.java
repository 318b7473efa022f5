/**
 * Bodies of entries that have arrived and are not chosen yet, and the fetching of those that did not arrive.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.scattered.body;
