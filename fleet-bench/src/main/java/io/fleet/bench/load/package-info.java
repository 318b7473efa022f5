/**
 * What a client process does under measurement: keeps so many operations in flight (closed loop), or starts them when
 * they are due (open loop), and records when each is answered. Knows clients only as {@link
 * io.fleet.bench.load.PeerClient}.
 */
package io.fleet.bench.load;
