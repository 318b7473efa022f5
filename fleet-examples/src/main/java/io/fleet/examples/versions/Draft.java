package io.fleet.examples.versions;

/**
 * What a command will do once it is published.
 *
 * @param key      of a put; null of a trim.
 * @param revision of a put; null of a trim.
 * @param before   of a trim: the oldest version to be kept.
 */
record Draft(String key, Revision revision, long before) {
}
