package io.fleet.bench.groups;

/**
 * A node went without a word.
 *
 * @param led    how many groups it led.
 * @param tookNs how long it took until all had leaders again.
 */
record FailOver(int led, long tookNs) {
}
