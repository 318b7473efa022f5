/**
 * Payloads as nodes store them: cut into stripes, each stripe coded by itself, so that a payload of any length is coded
 * and decoded with memory for one stripe. {@link io.fleet.ec.stripe.StripeLayout} says where everything lies,
 * {@link io.fleet.ec.stripe.StripeEncoder} makes what the segments of a stripe hold, and
 * {@link io.fleet.ec.stripe.StripeDecoder} makes the stripe, or a lost segment's part of it (C7), of any k of them.
 *
 * <p>A segment is one node's share of a payload: for each stripe a checksum and that node's shard. Which payload it is
 * of, and what made it durable, is not told here.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.stripe;
