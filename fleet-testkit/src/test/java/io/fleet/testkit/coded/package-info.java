/** Simulated coded groups. */
package io.fleet.testkit.coded;
