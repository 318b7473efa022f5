/**
 * {@code fleet chaos} and {@code fleet torture}: runs real processes of the key-value server, does to them what
 * operators fear, and checks what their clients saw. {@link io.fleet.verify.torture.TortureRun} is one run; what it
 * is made of is one idea each: the site with its disks and its relay, the processes, the plan of faults and who does
 * them, the clients, the record of what they saw, its judgement, and the end of what killed runs left behind.
 */
package io.fleet.verify.torture;
