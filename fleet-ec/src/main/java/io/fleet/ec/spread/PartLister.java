package io.fleet.ec.spread;

import io.fleet.ec.mec.EntryId;

/** Receives ids. */
@FunctionalInterface
public interface PartLister {
    /**
     * One more.
     *
     * @param id of an entry; not to be kept.
     * @return whether there is room for another.
     */
    boolean list(EntryId id);
}
