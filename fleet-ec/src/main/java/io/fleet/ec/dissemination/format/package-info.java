/**
 * How a value is cut into parts and pieces, and their layout.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.dissemination.format;
