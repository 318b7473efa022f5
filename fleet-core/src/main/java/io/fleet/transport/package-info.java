/**
 * Moving bytes between nodes and clients. A {@link io.fleet.transport.Transport} knows destinations and packets, not
 * messages or groups; {@code io.fleet.transport.aeron} implements it over UDP multicast, multi-destination-cast and
 * IPC. The thread that polls a transport rests in its {@link io.fleet.transport.Waiter}: in the kernel, or parked
 * ({@link io.fleet.transport.ParkingWaiter}). Whoever in this process brings it work ends the rest, and so does a
 * packet that arrives, where the transport can tell.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.transport;
