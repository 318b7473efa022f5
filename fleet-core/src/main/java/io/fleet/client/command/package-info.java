/**
 * The batcher: packs the commands of one client into entries, sends them to whoever leads, sends them again until
 * there is an answer, and hands each outcome to its caller exactly once; and the thread-safe front of it that a user
 * meets.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.client.command;
