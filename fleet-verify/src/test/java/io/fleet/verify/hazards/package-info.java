/**
 * Keeps the table of hazards in {@code docs/generated/hazards.md} true: each is named by the tests that show it is
 * mended.
 */
package io.fleet.verify.hazards;
