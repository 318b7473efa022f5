/**
 * Named rare branches, and how often each was taken: what a test must reach, and an operator may want to see.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.storage.coverage;
