/**
 * How long parts and decisions are kept: what states refer to, what the snapshots of members cover, what there is
 * room for.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.group.retention;
