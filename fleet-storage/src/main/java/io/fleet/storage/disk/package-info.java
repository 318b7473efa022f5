/**
 * The one interface between Fleet and durable media: a {@link io.fleet.storage.disk.Disk} is one directory, real or
 * simulated.
 */
package io.fleet.storage.disk;
