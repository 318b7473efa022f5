/**
 * What every benchmark with processes of its own needs: it starts and ends them, finds directories for them, and makes
 * tables. Knows nothing of what is measured.
 */
package io.fleet.bench.harness;
