package io.fleet.storage.log;

import io.fleet.storage.StorageIdentity;

/**
 * Whose log a directory holds, as the files say themselves.
 *
 * @param identity  of the node.
 * @param directory index of the directory.
 */
public record LogOwner(StorageIdentity identity, int directory) {
}
