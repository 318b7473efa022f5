/**
 * Settings, channels and addresses of the Aeron transport.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.transport.aeron.config;
