/** Processes on this machine, for whoever runs some: their ports, their files, their signals and how they end. */
package io.fleet.verify.process;
