/** Fleet itself under the cluster benchmark. */
package io.fleet.bench.peer.fleet;
