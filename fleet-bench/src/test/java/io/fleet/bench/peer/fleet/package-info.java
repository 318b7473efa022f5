/** What a benchmark may change of Fleet. */
package io.fleet.bench.peer.fleet;
