/** Keeps the table of hazards in {@code docs/testing.md} true: each is named by the tests that show it is mended. */
package io.fleet.examples.hazards;
