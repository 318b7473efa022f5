package io.fleet.bench.peer;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One line between the harness and a process that it has started: a word, and what belongs to it.
 *
 * @param word what it is about.
 * @param rest the rest of the line: a sentence, or words of the form name=value.
 */
public record ControlLine(String word, String rest) {
    /** A node is up, or a client has had its first answer. */
    public static final String READY = "ready";
    /** One setting, as a sentence. */
    public static final String SETTING = "setting";
    /** Asked, and answered: nanoseconds of processor time that the process has used. */
    public static final String CPU = "cpu";
    /** Asked of a node, and answered: what it has done so far; its fields are those of {@link NodeWork}. */
    public static final String WORK = "work";
    /** Asked, and answered: what the process takes of memory. */
    public static final String MEMORY = "memory";
    /** Asked of a node: something that only its peer knows, as the rest. */
    public static final String ASK = "ask";
    /** The answer to that. */
    public static final String ANSWER = "answer";
    /** Asked: measure; its fields are those of a load. */
    public static final String MEASURE = "measure";
    /** Asked of a client, and said when it is done: that it works in another way from now on. */
    public static final String TUNE = "tune";
    /** The measured interval begins; with what the nodes have done so far, where they are in the process. */
    public static final String BEGINS = "begins";
    /** A slice of the measured interval; likewise. */
    public static final String SLICE = "slice";
    /** Asked: end the interval that is measured now, at the end of the slice that goes on. */
    public static final String CUT = "cut";
    /** The measured interval has ended; likewise. */
    public static final String ENDS = "ends";
    /** The first failure of a measurement, as a sentence. */
    public static final String FAILURE = "failure";
    /** What a measurement gave. */
    public static final String RESULT = "result";
    /** Asked: end. */
    public static final String STOP = "stop";

    /**
     * Reads a line.
     *
     * @param line as it came.
     * @return its parts.
     */
    public static ControlLine parse(final String line) {
        final int space = line.indexOf(' ');
        return space < 0 ? new ControlLine(line, "")
            : new ControlLine(line.substring(0, space), line.substring(space + 1));
    }

    /**
     * The rest as words of the form name=value.
     *
     * @return values by name.
     */
    public Map<String, String> fields() {
        return fields(rest.isEmpty() ? List.of() : Arrays.asList(rest.split(" ")));
    }

    /**
     * Takes words of the form name=value apart.
     *
     * @param words the words.
     * @return values by name.
     */
    public static Map<String, String> fields(final List<String> words) {
        final Map<String, String> fields = new LinkedHashMap<>();
        for (final String each : words) {
            final int equals = each.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("'" + each + "' is not of the form name=value");
            }
            fields.put(each.substring(0, equals), each.substring(equals + 1));
        }
        return fields;
    }

    @Override
    public String toString() {
        return rest.isEmpty() ? word : word + " " + rest;
    }
}
