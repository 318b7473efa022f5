/**
 * {@link io.fleet.transport.Transport} over Aeron: UDP multicast, multi-destination-cast where the network has no
 * multicast, and shared memory inside one process. {@link io.fleet.transport.aeron.AeronTransports} owns the media
 * driver and the Aeron client; an endpoint is a broadcast, one publication per peer, the ways back to remote clients,
 * and what it listens on.
 */
package io.fleet.transport.aeron;
