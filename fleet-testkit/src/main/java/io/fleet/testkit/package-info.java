/**
 * The test kit: a deterministic simulator for clusters of production code under a virtual clock, network and disk, and checkers of
 * what clients saw. Published, so that users test machines of their own with it.
 */
package io.fleet.testkit;
