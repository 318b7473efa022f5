/**
 * The {@code fleet} command line ({@link io.fleet.cli.FleetMain}), one class for each command.
 */
package io.fleet.cli;
