/**
 * The {@code fleet} command line: starts the replicated key-value server, as three replicas in one process or as one
 * node of a cluster, with metrics and health over HTTP.
 */
package io.fleet.examples;
