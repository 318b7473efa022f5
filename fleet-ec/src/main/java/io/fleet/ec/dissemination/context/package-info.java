/**
 * What all of dissemination shares: settings, counters, and where messages go.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.dissemination.context;
