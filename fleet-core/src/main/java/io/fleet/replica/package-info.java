/**
 * What becomes of chosen entries: {@link io.fleet.replica.Replica} applies them in LSN order, each command at most
 * once per session and sequence, fires timers and ends sessions by log time, answers where this replica is the replier,
 * and records the applied order. Knows no mode: it reads {@link io.fleet.consensus.ChosenEntries}.
 *
 * <p>Payload handles (rule C1): {@code MachinePayloads} is what the machine meets, {@code PayloadTable} counts
 * references, {@code PayloadReplies} puts payloads into replies, and {@code DeferredReplies} keeps those whose bytes
 * have to come from other nodes first.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.replica;
