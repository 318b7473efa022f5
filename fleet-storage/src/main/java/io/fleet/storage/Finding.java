package io.fleet.storage;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Something that reading a directory without changing it brought to light.
 *
 * @param severity how bad it is.
 * @param file     the file with the path of its directory, or that path alone.
 * @param offset   where in the file, in bytes; -1 when it is about the file as a whole.
 * @param what     what is wrong, for people.
 */
public record Finding(Severity severity, String file, long offset, String what) {
    private static final Pattern PLACE = Pattern.compile("([^\\s:]+)(?: at offset (\\d+))?: (.*)", Pattern.DOTALL);

    /** How bad a finding is. */
    public enum Severity {
        /** Bytes that were once durable are not what was written, or are missing (rule S15). */
        DAMAGE,
        /**
         * The last flush is not sound: the unsynced tail of a crash, or a flush that is being written now. The next
         * start drops it.
         */
        DOUBT,
        /** Nothing is wrong, but whoever looks should know. */
        NOTE
    }

    /**
     * Damage of a file, or somewhere in it.
     *
     * @param directory its path, as its disk is named.
     * @param file      its name there; null for the directory.
     * @param offset    in bytes; -1 for the file as a whole.
     * @param what      what is wrong.
     * @return the finding.
     */
    public static Finding damage(final String directory, final String file, final long offset, final String what) {
        return new Finding(Severity.DAMAGE, path(directory, file), offset, what);
    }

    /**
     * Damage that an exception tells of. Place and cause are taken from its message where that has the usual form, with
     * the path of the file first.
     *
     * @param directory its path, as its disk is named.
     * @param file      the file that was read.
     * @param cause     tells what is wrong.
     * @return the finding.
     */
    public static Finding damage(final String directory, final String file, final StorageException cause) {
        final String message = String.valueOf(cause.getMessage());
        final String start = directory + "/";
        final Matcher place = PLACE.matcher(message.startsWith(start) ? message.substring(start.length()) : "");
        return !place.matches() ? damage(directory, file, -1, message)
            : damage(directory, place.group(1), place.group(2) == null ? -1 : Long.parseLong(place.group(2)),
                place.group(3));
    }

    /**
     * A last flush that is in doubt.
     *
     * @param directory its path, as its disk is named.
     * @param file      its name there.
     * @param offset    in bytes.
     * @param what      what is wrong.
     * @return the finding.
     */
    public static Finding doubt(final String directory, final String file, final long offset, final String what) {
        return new Finding(Severity.DOUBT, path(directory, file), offset, what);
    }

    /**
     * Something that is not wrong.
     *
     * @param directory its path, as its disk is named.
     * @param file      its name there; null for the directory.
     * @param what      what it is.
     * @return the finding.
     */
    public static Finding note(final String directory, final String file, final String what) {
        return new Finding(Severity.NOTE, path(directory, file), -1, what);
    }

    private static String path(final String directory, final String file) {
        return file == null ? directory : directory + "/" + file;
    }

    @Override
    public String toString() {
        return severity + " " + file + (offset < 0 ? "" : " at offset " + offset) + ": " + what;
    }
}
