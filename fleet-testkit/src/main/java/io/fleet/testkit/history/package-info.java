/**
 * What clients saw, and whether it could have been: a {@link io.fleet.testkit.history.History} of operations with their
 * outcomes, and a {@link io.fleet.testkit.history.LinearizabilityChecker} that looks for one order of them that a
 * sequential model allows and that respects real time.
 *
 * <p>Part of the public API.
 */
package io.fleet.testkit.history;
