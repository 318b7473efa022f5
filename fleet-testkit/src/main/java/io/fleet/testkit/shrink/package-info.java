/**
 * From a seed that fails to the shortest run that fails in the same way: {@link io.fleet.testkit.shrink.Shrinker} makes
 * a plan smaller piece by piece, and {@link io.fleet.testkit.shrink.Script} is a plan as text, to be read by people and
 * run again.
 */
package io.fleet.testkit.shrink;
