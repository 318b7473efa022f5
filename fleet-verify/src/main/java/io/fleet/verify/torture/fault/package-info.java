/**
 * What is done to the processes of a torture run, and when: plans of faults, and the links between nodes that are
 * cut, slow or lossy.
 */
package io.fleet.verify.torture.fault;
