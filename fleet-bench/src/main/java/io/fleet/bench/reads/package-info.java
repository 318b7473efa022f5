/** {@code fleet bench reads}: levels of reads, a paused node, and ways to choose a replica, beside each other. */
package io.fleet.bench.reads;
