/**
 * Moving bytes between nodes and clients. A {@link io.fleet.transport.Transport} knows destinations and packets, not
 * messages or groups; {@code io.fleet.transport.aeron} implements it over UDP multicast, multi-destination-cast and
 * IPC.
 */
package io.fleet.transport;
