/**
 * One coded group on one node: the order of {@link io.fleet.ec.mec}, the values of {@link io.fleet.ec.spread}, and what
 * stands between: decisions made durable in turn, writes acknowledged, entries applied, missing parts rebuilt. Pure,
 * single-threaded; {@link io.fleet.ec.group.CodedGroup} is fed with messages, completions of storage and the clock.
 */
package io.fleet.ec.group;
