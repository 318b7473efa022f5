/** What tests of speculative machines share. */
package io.fleet.examples.speculation;
