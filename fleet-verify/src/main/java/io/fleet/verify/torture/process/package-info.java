/**
 * Processes of the key-value server and their disks, from their start to the end of what killed runs left behind.
 */
package io.fleet.verify.torture.process;
