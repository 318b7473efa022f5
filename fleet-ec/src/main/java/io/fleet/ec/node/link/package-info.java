/**
 * Messages between the members of a coded group: lines are gathered and sent, parts travel in chunks, what arrives is
 * handed to the group.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.node.link;
