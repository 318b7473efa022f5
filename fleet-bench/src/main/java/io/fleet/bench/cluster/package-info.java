/**
 * {@code fleet bench cluster} and {@code fleet bench ablations}: plans which contender is measured when, starts and
 * ends its processes, and makes tables, CSV and plots of what they report. Knows no peer but by name: each runs in
 * processes of its own, with its own class path.
 */
package io.fleet.bench.cluster;
