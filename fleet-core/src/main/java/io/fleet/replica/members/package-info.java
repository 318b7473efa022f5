/**
 * Who belongs to a group as its replica knows it: as of what is applied and recorded, in snapshots, and in the position
 * that a witness is given in the place of one.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.replica.members;
