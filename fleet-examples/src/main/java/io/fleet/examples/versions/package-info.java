/**
 * A small multi-version store: every put makes a new version of the whole store, and any version can be read until it
 * is trimmed.
 */
package io.fleet.examples.versions;
