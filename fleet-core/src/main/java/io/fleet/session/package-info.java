/**
 * Exactly once (S9, H1-H6): how commands and replies lie in bytes, and the replicated table of sessions that answers
 * repeated commands.
 */
package io.fleet.session;
