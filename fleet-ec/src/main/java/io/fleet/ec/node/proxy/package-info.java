/**
 * What a member does as a proxy: it takes clients' entries in, splits them into header and value, and gives them log
 * time.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.node.proxy;
