/**
 * Messages of elections and of leadership transfer.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.consensus.message.election;
