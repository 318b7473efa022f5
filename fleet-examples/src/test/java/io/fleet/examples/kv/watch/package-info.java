/** Tests of keys that are watched. */
package io.fleet.examples.kv.watch;
