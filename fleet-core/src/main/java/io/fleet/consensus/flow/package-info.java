/**
 * How much each client of a group may have without an answer, as its leader tells all of them again and again: what a
 * credit is, and what a node knows of the last one.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.consensus.flow;
