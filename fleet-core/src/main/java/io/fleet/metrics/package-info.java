/**
 * Meters: what a node counts, under names, units and tags for Micrometer. The one room that needs Micrometer, which is
 * an optional dependency: a program without it loads every other class.
 *
 * <p>Part of the public API.
 */
@NullMarked
package io.fleet.metrics;

import org.jspecify.annotations.NullMarked;
