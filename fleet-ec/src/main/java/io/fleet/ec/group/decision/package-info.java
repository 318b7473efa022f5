/**
 * From what is decided to what is applied: decisions become durable in the order of slots, are learned by f + 1
 * members, and are handed on once this member holds its part.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.group.decision;
