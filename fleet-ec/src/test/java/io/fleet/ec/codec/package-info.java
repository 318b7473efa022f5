/** Tests of the erasure codecs. */
package io.fleet.ec.codec;
