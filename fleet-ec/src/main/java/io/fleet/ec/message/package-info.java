/**
 * The messages of the coded mode as plain, reused data, like those of {@link io.fleet.consensus.message}. Members are
 * named by the envelope; slots count from 1; an entry is named by an {@link io.fleet.ec.consensus.EntryId}.
 */
package io.fleet.ec.message;
