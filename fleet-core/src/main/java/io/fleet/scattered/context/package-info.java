/**
 * What all roles of a scattered group share: the group's settings and members, who may vote, and what can be believed
 * of what others say.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.scattered.context;
