/**
 * The parts a member holds: recorded, listed, swept once nobody needs them.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.dissemination.store;
