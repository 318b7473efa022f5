/**
 * Messages between a group and its remote clients.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.consensus.message.client;
