package io.fleet.examples;

import java.util.logging.LogManager;

/**
 * Loggers that write to the end: those of the JDK lose their handlers as soon as a process is told to stop, and what is
 * logged while it stops in good order goes nowhere.
 */
public final class LastingLogs extends LogManager {
    private static final String MANAGER = "java.util.logging.manager";

    /** Made by the JDK, which is told of the class by name. */
    public LastingLogs() {
    }

    /** Makes the JDK use this class, where nobody has chosen another; to be called before anything is logged. */
    static void install() {
        if (System.getProperty(MANAGER) == null) {
            System.setProperty(MANAGER, LastingLogs.class.getName());
        }
    }

    /** Keeps the handlers: nothing but the end of the process asks for this, and standard error needs no closing. */
    @Override
    public void reset() {
    }
}
