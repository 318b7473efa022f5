package io.fleet.storage.ordered;

import io.fleet.storage.EntryMeta;
import org.agrona.ExpandableArrayBuffer;

/** Reads the bodies that an ordered log refers to instead of holding them; {@code ScatteredLog::readBody} is one. */
@FunctionalInterface
public interface BodyReader {
    /**
     * Reads and verifies a body.
     *
     * @param position where it is.
     * @param expected the value it must belong to.
     * @param target   receives it from index 0.
     * @return its length in bytes; {@link OrderedEntryHandler#NO_BODY} where the entry is to be handed on without it.
     */
    int readBody(long position, EntryMeta expected, ExpandableArrayBuffer target);
}
