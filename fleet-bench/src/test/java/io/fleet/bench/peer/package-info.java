/** What servers and clients of the benchmark are made of. */
package io.fleet.bench.peer;
