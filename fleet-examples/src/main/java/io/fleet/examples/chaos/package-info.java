/**
 * {@code fleet chaos}: runs three real processes of the key-value server, does to them what operators fear, and checks
 * what their clients saw. {@link io.fleet.examples.chaos.ChaosRun} is one run; what it is made of is one idea each:
 * the processes, the faults, the clients, the record of what they saw, and its judgement.
 */
package io.fleet.examples.chaos;
