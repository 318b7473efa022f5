/** Apache Ratis under the cluster benchmark: Raft over gRPC, with its segmented log. */
package io.fleet.bench.peer.ratis;
