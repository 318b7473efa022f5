/** The generators of load, under a clock that the tests move. */
package io.fleet.bench.load;
