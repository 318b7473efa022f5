/**
 * Who belongs to a group (S14): configurations, as values that are entries of the log and parts of snapshots. Nothing
 * here changes, sends or waits.
 *
 * <p>Not part of the public API: it may change with each version. What {@code FleetNode} takes and gives is part of it:
 * {@code Configuration}, {@code GroupMember} and {@code MemberRole}.
 */
package io.fleet.consensus.membership;
