/**
 * Those who watch a run from outside and know what no node knows: every value that was chosen
 * ({@link io.fleet.testkit.witness.ChosenWitness}, from the packets alone) and every command that any replica applied
 * ({@link io.fleet.testkit.witness.ApplyWitness}). What they see go wrong they report to
 * {@link io.fleet.testkit.witness.Violations}.
 */
package io.fleet.testkit.witness;
