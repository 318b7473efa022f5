package io.fleet.verify.shrink;

/** A script that cannot be read; the message names the line and what is wrong with it. */
public final class ScriptException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ScriptException(final int line, final String problem) {
        super("line " + line + ": " + problem);
    }
}
