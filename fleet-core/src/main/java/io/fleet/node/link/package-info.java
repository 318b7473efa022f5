/**
 * What a node sends, through its transport, with identity and checksum.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.node.link;
