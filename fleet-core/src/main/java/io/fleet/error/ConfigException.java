package io.fleet.error;

/**
 * A setting is missing or out of range. Names the setting, its value and what is allowed. Thrown before anything is
 * started.
 */
public class ConfigException extends FleetException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what happened, with names and values.
     */
    public ConfigException(final String message) {
        super(message);
    }
}
