/**
 * Who gets the body of an entry, where storage groups or the columns of a grid take turns: the part of the voters that
 * is to persist it, and all members that execute.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.consensus.audience;
