/** SOFAJRaft under the cluster benchmark: Raft with its log in RocksDB, over the Bolt RPC that it comes with. */
package io.fleet.bench.peer.jraft;
