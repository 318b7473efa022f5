/**
 * How a member that has lost votes or parts comes to count again, and what it answers others that ask the same.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.group.rejoin;
