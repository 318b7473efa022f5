/**
 * The ordered log: what a replica has applied, in order, per group (FL-18). It is written asynchronously, off the
 * critical path; it may lag and never lies. Where the node also has a scattered log, a body is on disk once and
 * referred to from here.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.storage.ordered;
