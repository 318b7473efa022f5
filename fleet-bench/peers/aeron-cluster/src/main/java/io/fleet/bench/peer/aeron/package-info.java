/** Aeron Cluster under the cluster benchmark: Raft over Aeron, its log recorded by Aeron Archive. */
package io.fleet.bench.peer.aeron;
