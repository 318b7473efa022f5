/**
 * What replicas apply and answer, compared: machines that are watched, and a second one beside each.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.testkit.checker.machine;
