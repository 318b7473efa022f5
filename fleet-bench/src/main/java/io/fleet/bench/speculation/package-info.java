/** {@code fleet bench speculation}: commands prepared before they are chosen, beside none that are, in one run. */
package io.fleet.bench.speculation;
