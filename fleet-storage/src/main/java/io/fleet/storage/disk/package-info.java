/**
 * The one interface between Fleet and durable media: a {@link io.fleet.storage.disk.Disk} is one directory, real or
 * simulated.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.storage.disk;
