/**
 * What becomes of chosen entries: {@link io.fleet.replica.Replica} applies them in LSN order, each command at most
 * once per session and sequence, fires timers and ends sessions by log time, answers where this replica is the replier,
 * and records the applied order. Knows no mode: it reads {@link io.fleet.protocol.ChosenEntries}.
 */
package io.fleet.replica;
