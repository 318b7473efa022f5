/**
 * The messages of the coded mode as plain, reused data, like those of {@link io.fleet.consensus.message}. Members are
 * named by the envelope; slots count from 1; an entry is named by an {@link io.fleet.ec.consensus.EntryId}.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.message;
