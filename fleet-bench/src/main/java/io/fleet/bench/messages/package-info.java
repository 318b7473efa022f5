/** {@code fleet bench messages}: what nodes send and receive for each command, by what they are for, in each shape. */
package io.fleet.bench.messages;
