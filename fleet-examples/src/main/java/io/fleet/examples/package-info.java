/**
 * The {@code fleet} command line ({@link io.fleet.examples.FleetMain}), one class for each command: {@code kv} starts
 * the replicated key-value server, as three replicas in one process or as one node of a cluster, with metrics and
 * health over HTTP; {@code admin} looks after a running node; {@code sim}, {@code crashpoints}, {@code mutants},
 * {@code fuzz}, {@code chaos}, {@code torture} and {@code check} test Fleet itself. The rooms: {@code kv} (the server),
 * {@code versions} (a store of which old versions can be read), {@code torture} (real processes under faults, also of
 * {@code chaos}), {@code admin}, {@code mutants} and {@code fuzz} (what runs those commands).
 */
package io.fleet.examples;
