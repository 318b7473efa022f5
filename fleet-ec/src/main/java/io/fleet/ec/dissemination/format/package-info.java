/**
 * How a part of a value lies in bytes: its pieces, their layout and digests, and the code that makes their shards.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.dissemination.format;
