/** The coded mode; a room for each of its parts. */
package io.fleet.ec;
