package io.fleet.admin;

import org.jspecify.annotations.Nullable;

/**
 * Writes JSON (RFC 8259) into a string. It sets commas and escapes; that objects and arrays are closed as they were
 * opened is the caller's part. One thread.
 */
public final class JsonWriter {
    private static final int FIRST_PRINTABLE = 0x20;

    private final StringBuilder text = new StringBuilder();
    private boolean needsComma;

    /** Begins with nothing. */
    public JsonWriter() {
        // empty
    }

    /**
     * Opens an object, as a value.
     *
     * @return this.
     */
    public JsonWriter begin() {
        separate();
        text.append('{');
        needsComma = false;
        return this;
    }

    /**
     * Closes an object.
     *
     * @return this.
     */
    public JsonWriter end() {
        text.append('}');
        needsComma = true;
        return this;
    }

    /**
     * Opens an array, as a value.
     *
     * @return this.
     */
    public JsonWriter beginArray() {
        separate();
        text.append('[');
        needsComma = false;
        return this;
    }

    /**
     * Closes an array.
     *
     * @return this.
     */
    public JsonWriter endArray() {
        text.append(']');
        needsComma = true;
        return this;
    }

    /**
     * Names the value that follows.
     *
     * @param name of the field.
     * @return this.
     */
    public JsonWriter name(final String name) {
        separate();
        quote(name);
        text.append(':');
        needsComma = false;
        return this;
    }

    /**
     * Writes a string.
     *
     * @param value the string; null is written as such.
     * @return this.
     */
    public JsonWriter value(final @Nullable String value) {
        separate();
        if (value == null) {
            text.append("null");
        } else {
            quote(value);
        }
        return this;
    }

    /**
     * Writes a number.
     *
     * @param value the number.
     * @return this.
     */
    public JsonWriter value(final long value) {
        separate();
        text.append(value);
        return this;
    }

    /**
     * Writes true or false.
     *
     * @param value which.
     * @return this.
     */
    public JsonWriter value(final boolean value) {
        separate();
        text.append(value);
        return this;
    }

    /**
     * Writes a field.
     *
     * @param name  its name.
     * @param value its value; null is written as such.
     * @return this.
     */
    public JsonWriter field(final String name, final @Nullable String value) {
        return name(name).value(value);
    }

    /**
     * Writes a field.
     *
     * @param name  its name.
     * @param value its value.
     * @return this.
     */
    public JsonWriter field(final String name, final long value) {
        return name(name).value(value);
    }

    /**
     * Writes a field.
     *
     * @param name  its name.
     * @param value its value.
     * @return this.
     */
    public JsonWriter field(final String name, final boolean value) {
        return name(name).value(value);
    }

    private void separate() {
        if (needsComma) {
            text.append(',');
        }
        needsComma = true;
    }

    private void quote(final String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            final char c = value.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (c < FIRST_PRINTABLE || Character.isSurrogate(c)) {
                        text.append(String.format("\\u%04x", (int) c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        text.append('"');
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
