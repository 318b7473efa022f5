/**
 * A server that speaks RESP2 and RESP3 in front of the key-value machine, so that Redis' clients can use a Fleet group.
 *
 * <p>{@link io.fleet.examples.kv.resp.RequestAssembler} makes requests of bytes, and one
 * {@link io.fleet.examples.kv.resp.Connection} for each socket runs them in order: what is waiting on a connection
 * travels as one batch, and one batch of a connection is in flight at a time.
 */
package io.fleet.examples.kv.resp;
