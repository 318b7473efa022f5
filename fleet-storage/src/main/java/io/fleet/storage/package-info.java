/**
 * What the rooms of fleet-storage share: the value of an LSN, its digest, the identity of a directory, whether what it
 * holds counts ({@link io.fleet.storage.VoterState}), and the failures of storage. The rooms: {@code disk} (files),
 * {@code log} (flush frames and the flusher), {@code scattered}, {@code ordered}, {@code meta}, {@code snapshot},
 * {@code inspect} (looks at all of it and changes nothing), and {@code mark} (names of rare branches, for all modules).
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.storage;
