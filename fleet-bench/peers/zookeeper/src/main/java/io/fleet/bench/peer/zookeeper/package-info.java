/** Apache ZooKeeper under the cluster benchmark: a znode for each key. */
package io.fleet.bench.peer.zookeeper;
