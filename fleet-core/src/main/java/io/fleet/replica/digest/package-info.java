/**
 * What a replica made of the log, in numbers that replicas compare.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.replica.digest;
