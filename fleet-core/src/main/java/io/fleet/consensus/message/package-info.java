/**
 * The messages of the scattered mode, of reads and of clients, as plain, reused data: roles read and fill them, {@code
 * io.fleet.wire} turns them into bytes and back. No message knows its encoding. Another mode brings messages of its own
 * with it.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.consensus.message;
