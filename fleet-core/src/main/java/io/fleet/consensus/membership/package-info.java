/**
 * Who belongs to a group (S14): configurations, as values that are entries of the log and parts of snapshots. Nothing
 * here changes, sends or waits.
 */
package io.fleet.consensus.membership;
