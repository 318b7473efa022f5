/**
 * Timers in log time: those of one group, as a part of its replicated state ({@code TimerTable}).
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.replica.timer;
