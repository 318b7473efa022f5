/**
 * The kernel of the coded mode on stores of its own, as its simulator runs it: steps and parts in scattered logs,
 * decisions in the ordered log. A group that a node hosts shares that node's logs: {@link io.fleet.ec.host}.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.storage;
