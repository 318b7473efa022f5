/**
 * From a seed that fails to the shortest run that fails in the same way: {@link io.fleet.verify.shrink.Shrinker} makes
 * a plan smaller piece by piece, and {@link io.fleet.verify.shrink.Script} is a plan as text, to be read by people and
 * run again.
 */
package io.fleet.verify.shrink;
