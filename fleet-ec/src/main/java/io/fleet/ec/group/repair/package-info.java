/**
 * Parts of this member that are missing are rebuilt from those of others, and parts that are here are read and
 * verified before they are needed.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.group.repair;
