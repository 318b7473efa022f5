/**
 * Those who watch a run from outside and know what no node knows; {@code docs/testing.md} lists what each of them
 * reports. {@link io.fleet.testkit.checker.WireChecker} hands every packet on to the witnesses of its group:
 * {@link io.fleet.testkit.checker.ChosenChecker} (which values are chosen, from the packets alone), those of claims,
 * elections, bases, entries, holes and receipts, of leaders, quorums and repliers, and of nodes that begin anew. What
 * replicas apply goes through a {@link io.fleet.testkit.checker.machine.CheckedMachine} to
 * {@link io.fleet.testkit.checker.machine.ApplyChecker}. What they see go wrong they report to
 * {@link io.fleet.testkit.checker.Violations}.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.testkit.checker;
