/**
 * Keys that are watched, so that a transaction is run only if they have not changed: what the machine keeps of them,
 * and what a connection knows of those that it watches.
 */
package io.fleet.examples.kv.watch;
