/**
 * The little that a node must never forget: who it is, how often it has started, and what it has promised (rules S1,
 * S2).
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.storage.meta;
