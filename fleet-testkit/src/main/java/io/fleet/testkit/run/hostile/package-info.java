/**
 * Senders that belong to nobody: foreign packets, faulty clients, strangers, messages that lie.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.testkit.run.hostile;
