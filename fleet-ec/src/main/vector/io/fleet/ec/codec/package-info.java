/** The part of this room that names classes of the incubating vector module, compiled by itself. */
package io.fleet.ec.codec;
