/**
 * What a hosted coded group knows of its members.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.host.member;
