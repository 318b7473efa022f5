/**
 * What the rooms of fleet-storage share: the value of an LSN, its digest, the identity of a directory, and the
 * failures of storage. The rooms: {@code disk} (files), {@code log} (flush frames and the flusher), {@code scattered},
 * {@code ordered}, {@code meta}, {@code snapshot}.
 */
package io.fleet.storage;
