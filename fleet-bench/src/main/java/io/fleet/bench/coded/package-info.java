/**
 * {@code fleet bench coded}: coded groups beside scattered ones and beside a leader that sends and writes in order, in
 * one process: what a value costs on disks and networks, how fast it goes, and how many slots come to nothing.
 */
package io.fleet.bench.coded;
