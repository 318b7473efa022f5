/**
 * {@code fleet bench snapshots}, {@code rejoin}, {@code rolling} and {@code members}: a cluster with a state of some
 * size, each node a process of its own, under one load from begin to end; what clients notice of its life, and what it
 * takes of disk and memory.
 */
package io.fleet.bench.lifecycle;
