/**
 * What replication is measured against: one process with the same map and the same durability, over a plain socket. A
 * selector loop receives and answers, and a flusher thread makes everything that came meanwhile durable with one fsync.
 */
package io.fleet.bench.peer.unreplicated;
