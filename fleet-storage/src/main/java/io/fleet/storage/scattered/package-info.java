/**
 * The scattered log: what a storage node writes. Records of all groups go, in any order, to whichever directory has the
 * least to write (FL-02, FL-12, FL-13); each proves itself, and one sync makes many of them durable.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.storage.scattered;
