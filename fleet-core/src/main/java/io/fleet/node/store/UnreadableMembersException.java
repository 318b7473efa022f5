package io.fleet.node.store;

/** It cannot be told from what is stored who belongs to a group: it is damaged, or part of it is missing. */
final class UnreadableMembersException extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableMembersException(final String message) {
        super(message);
    }
}
