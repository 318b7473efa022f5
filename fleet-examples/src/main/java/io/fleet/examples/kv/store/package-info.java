/**
 * Where keys, values and expiry times are held, on the heap or off it.
 */
package io.fleet.examples.kv.store;
