package io.fleet.ec.dissemination.store;

import io.fleet.storage.ForeignStorageException;

/**
 * Which form the records of parts have in a log. Each says so itself, as its storage group, which means nothing else in
 * a coded group. A part of another form is neither taken nor lost: its log is refused, and stays as it is.
 */
public final class PartFormat {
    /** The form that is written, and read. Records of builds that did not say any have 0. */
    public static final int VERSION = 1;

    private PartFormat() {
    }

    /**
     * Checks a record that was found at the start.
     *
     * @param groupId of the record.
     * @param version as the record says.
     * @throws ForeignStorageException when it is of another form.
     */
    public static void check(final int groupId, final int version) {
        if (version != VERSION) {
            throw new ForeignStorageException("the parts of group " + groupId + " in the scattered log are of format "
                + version + ", and this build reads format " + VERSION + ": start the build that wrote them, or this"
                + " one with empty directories, as a member that others repair");
        }
    }
}
