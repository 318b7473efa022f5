package io.fleet.admin;

/**
 * What came of it.
 *
 * @param text for people.
 * @param json for programs.
 */
record ActionOutcome(String text, String json) {
}
