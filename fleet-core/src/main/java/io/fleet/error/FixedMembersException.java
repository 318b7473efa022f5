package io.fleet.error;


/** The members of the group are those who founded it, since its mode knows no others: nothing was changed. */
public class FixedMembersException extends NotAppliedException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what was asked of which group, and its mode.
     */
    public FixedMembersException(final String message) {
        super(message);
    }
}
