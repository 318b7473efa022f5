/**
 * {@link io.fleet.transport.Transport} over Aeron: UDP multicast, multi-destination-cast where the network has no
 * multicast, and shared memory inside one process. {@link io.fleet.transport.aeron.AeronTransports} owns the media
 * driver and the Aeron client; an endpoint is a broadcast, one publication per peer, the ways back to remote clients,
 * and what it listens on.
 *
 * <p>Where the polling thread drives Aeron itself ({@code Driving}), it rests in the kernel until one of the driver's
 * sockets has something: the endpoints that the driver makes ({@code WaitedReceiveEndpoint}, {@code
 * WaitedSendEndpoint}) register theirs with a {@code SocketWaiter}, which also tells at which of them a receive is
 * worth its system call. Over shared memory no socket tells of a packet, so
 * whoever sends one wakes the thread that polls the stream ({@code IpcWaiters}).
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.transport.aeron;
