/** The comparison of coded groups with others: its options, its sums, and a small run of all of it. */
package io.fleet.bench.coded;
