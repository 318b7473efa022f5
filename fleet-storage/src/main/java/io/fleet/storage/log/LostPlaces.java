package io.fleet.storage.log;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.util.Set;
import java.util.TreeMap;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The places of a log in one directory whose records cannot be read any more, and those of which the log says itself
 * that they were lost before: whoever opened it then noted that durably elsewhere, so that only others are news.
 */
final class LostPlaces {
    /** The lowest 32 bits of the number of a file, the offset at which the place begins, and the one behind its end. */
    private static final int LENGTH = 3 * Integer.BYTES;
    /** As many as one block holds behind the header of a flush. */
    private static final int MOST_NOTED = (FrameHeader.BLOCK - FrameHeader.LENGTH) / LENGTH;

    private final TreeMap<Place, String> lost = new TreeMap<>();
    private final TreeMap<Place, String> noted = new TreeMap<>();

    private record Place(long file, int from, int to) implements Comparable<Place> {
        @Override
        public int compareTo(final Place other) {
            final int byFile = Long.compare(file, other.file);
            final int byFrom = byFile == 0 ? Integer.compare(from, other.from) : byFile;
            return byFrom == 0 ? Integer.compare(to, other.to) : byFrom;
        }
    }

    /** A place cannot be read, for a reason that names it. */
    void lose(final long file, final int from, final int to, final String why) {
        lost.put(new Place(file, from, to), why);
    }

    /** A log says, in a file, which places were lost when this was written, instead of what it said before. */
    void onNote(final DirectBuffer buffer, final int offset, final int length, final long inFile) {
        noted.clear();
        for (int at = offset; at + LENGTH <= offset + length; at += LENGTH) {
            noted.put(new Place(FrameHeader.expand(buffer.getInt(at, LITTLE_ENDIAN), inFile),
                buffer.getInt(at + Integer.BYTES, LITTLE_ENDIAN),
                buffer.getInt(at + 2 * Integer.BYTES, LITTLE_ENDIAN)), "");
        }
    }

    int size() {
        return lost.size();
    }

    /** Why the first place that is not noted cannot be read; null when all are noted. */
    String news() {
        for (final Place place : lost.keySet()) {
            if (!noted.containsKey(place)) {
                return lost.get(place);
            }
        }
        return null;
    }

    /** Whether the log has to say anew what is lost: other places than it says of files that are there. */
    boolean isNoteDue(final long lowestFile) {
        noted.keySet().removeIf(place -> place.file < lowestFile);
        return !noting().equals(noted.keySet());
    }

    /** All places; none where they are too many, so that a place that can be read now is news when it is lost again. */
    private Set<Place> noting() {
        return lost.size() <= MOST_NOTED ? lost.keySet() : Set.of();
    }

    /** Writes down all places, or none where they are too many; how many bytes that takes. */
    int encode(final MutableDirectBuffer buffer, final int offset) {
        int at = offset;
        for (final Place place : noting()) {
            buffer.putInt(at, (int) place.file, LITTLE_ENDIAN);
            buffer.putInt(at + Integer.BYTES, place.from, LITTLE_ENDIAN);
            buffer.putInt(at + 2 * Integer.BYTES, place.to, LITTLE_ENDIAN);
            at += LENGTH;
        }
        return at - offset;
    }
}
