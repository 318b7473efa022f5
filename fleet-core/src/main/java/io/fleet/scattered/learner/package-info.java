/**
 * The learner ({@link io.fleet.scattered.learner.Learner}): which entries are chosen, and catching up of what was
 * missed.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.scattered.learner;
