/** What tests of several examples share: a group of one replica in this process, and the machine's surroundings. */
package io.fleet.examples;
