/** Tests of the key-value store that speculates. */
package io.fleet.examples.kv.draft;
