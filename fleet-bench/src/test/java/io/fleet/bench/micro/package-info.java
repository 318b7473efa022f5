/** Tests of the benchmarks of single classes. */
package io.fleet.bench.micro;
