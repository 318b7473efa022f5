package io.fleet.node.identity;

import io.fleet.storage.Life;
import io.fleet.storage.StorageException;

/**
 * The other members listen to another process with the id of this node, or to a later start of its directory than this
 * one: the directory is an older one, was set back to an older image, or is a copy. The node has ended. What it holds
 * counts as lost: started again, it does not vote until the others have given it everything again (rule S15).
 */
public final class FormerLifeException extends StorageException {
    private static final long serialVersionUID = 1L;
    private static final String COPY =
        ", which has the same number and start: one of them runs in a copy of the other's directories";

    FormerLifeException(final int node, final long own, final long later, final boolean isCopy) {
        super("node " + node + ", in life " + Life.format(own) + ", is former: the other members listen to node " + node
            + " in life " + Life.format(later) + (isCopy ? COPY : "") + ". Either another process has the id of this"
            + " node, or its directories are older ones, restored from an image or left behind when it was replaced."
            + " What they hold counts as lost. Stop the process that is not meant to run; the other one, started again,"
            + " is repaired by the members");
    }
}
