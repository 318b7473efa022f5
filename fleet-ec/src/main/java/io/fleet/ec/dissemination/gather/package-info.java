/**
 * Values rebuilt from parts of several members: whom to ask, which part is bad, what is kept.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.dissemination.gather;
