/**
 * {@code fleet admin}: asks a running node over HTTP, or has it do something ({@link io.fleet.admin.FleetAdmin}), or
 * reads a node's directories without changing them ({@link io.fleet.storage.inspect.StorageInspection}).
 */
package io.fleet.cli.admin;
