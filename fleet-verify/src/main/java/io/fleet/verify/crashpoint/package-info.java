/**
 * Every crash point: a scripted workload is run once for each operation on a disk, each moment around it and each
 * choice of what the device kept, with a crash at that very point, and then again with a second crash inside the
 * recovery. Nothing is drawn by chance: a point has a name and can be run alone.
 */
package io.fleet.verify.crashpoint;
