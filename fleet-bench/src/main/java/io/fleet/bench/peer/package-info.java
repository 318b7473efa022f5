/**
 * What every system under comparison looks like to the benchmark ({@link io.fleet.bench.peer.Peer}), and the two
 * programs that run it: a server and a client, each a process of its own that is told what to do on its standard input.
 * Uses nothing but the JDK and HdrHistogram, so that it stands beside any system's libraries on a class path.
 */
package io.fleet.bench.peer;
