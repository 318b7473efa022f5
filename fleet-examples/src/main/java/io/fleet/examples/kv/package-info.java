/**
 * A replicated key-value store with the commands and error texts of Redis 7: the state machine, the bytes of its commands and
 * answers, and the structures that hold keys and expiry times. Nothing here knows RESP or sockets; {@code kv.resp} does.
 *
 * <p>Time is log time only, so expiry is the same on every replica: a key is gone as soon as the log time of a command is past
 * its expiry, whether or not its memory was given back yet.
 */
package io.fleet.examples.kv;
