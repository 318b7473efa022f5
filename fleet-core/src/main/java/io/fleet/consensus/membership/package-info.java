/**
 * Who belongs to a group (S14): configurations, as values that are entries of the log and parts of snapshots. Nothing
 * here changes, sends or waits.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.consensus.membership;
