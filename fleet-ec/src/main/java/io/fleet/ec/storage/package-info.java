/**
 * The coded mode on the stores of fleet-storage: steps and parts in scattered logs, decisions in the ordered log.
 */
package io.fleet.ec.storage;
