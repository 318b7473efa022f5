/** How threads wait for work, and how others end that: tests of the waits and what they share. */
package io.fleet.transport;
