/**
 * Exactly once (S9, H1-H6): how commands and replies lie in bytes, and the replicated table of sessions that answers
 * repeated commands.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.session;
