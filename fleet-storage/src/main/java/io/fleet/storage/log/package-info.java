/**
 * What the scattered and the ordered log are both made of: fixed-length preallocated files in one directory, flush
 * frames that prove what was durable, the scan that recovers them, and the {@link io.fleet.storage.log.Flusher} that
 * writes and syncs, on whatever thread runs it: one of its own, or the owner's. {@link
 * io.fleet.storage.log.LogDirectory} is the way in.
 *
 * <p>One file is: a header block (4096 bytes), then flush frames one behind the other, each at a multiple of 4096. One
 * frame is written by one write and made durable by one sync, and names the end of the frame before it, also over a
 * file boundary. So every frame but the last is known to have been completed, and only the last one can be the unsynced
 * tail of a crash.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.storage.log;
