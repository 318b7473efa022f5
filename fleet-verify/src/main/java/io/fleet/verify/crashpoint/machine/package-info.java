/**
 * A machine whose disks keep what was synced and some of what was not, and the points at which it crashes ({@link
 * io.fleet.verify.crashpoint.machine.CrashMachine}).
 */
package io.fleet.verify.crashpoint.machine;
