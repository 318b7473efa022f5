/**
 * What codecs are made of: layouts, checks of fields, limits, the checksum of a packet, errors that are counted.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.wire.codec;
