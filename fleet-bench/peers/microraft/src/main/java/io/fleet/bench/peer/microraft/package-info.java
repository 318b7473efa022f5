/** MicroRaft beside embedded Fleet: three of its nodes in one process, with a durable store of ours. */
package io.fleet.bench.peer.microraft;
