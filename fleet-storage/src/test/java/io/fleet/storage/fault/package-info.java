/**
 * A disk in memory that crashes, tears, loses, fills up and rots on demand, for the tests of every room of this module.
 */
package io.fleet.storage.fault;
