/** Roles of scattered mode, made reachable for benchmarks. */
package io.fleet.protocol.scattered;
