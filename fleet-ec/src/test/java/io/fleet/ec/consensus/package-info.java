/** The order of the coded mode, by example and by chance. */
package io.fleet.ec.consensus;
