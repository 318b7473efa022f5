/**
 * Which messages there are, of all modes.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.testkit.wire;
