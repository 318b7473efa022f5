/**
 * Looks at the directories of a node and changes nothing, whether the node runs or not: {@link
 * io.fleet.storage.inspect.StorageInspection} verifies everything, or shows the records of the logs one by one.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.storage.inspect;
