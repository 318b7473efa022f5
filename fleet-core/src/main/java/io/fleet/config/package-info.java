/**
 * Settings of a group and of what it promises, with their ranges and defaults ({@link io.fleet.config.GroupConfig}).
 *
 * <p>Part of the public API. Immutable; all methods may be called from any thread.
 */
@NullMarked
package io.fleet.config;

import org.jspecify.annotations.NullMarked;
