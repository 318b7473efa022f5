package io.fleet.verify.torture.history;

import io.fleet.testkit.history.HistoryCodec;

/** Writes operations of the key-value server as its clients do; no value is {@code -}, others follow {@code =}. */
final class KvHistoryCodec implements HistoryCodec<KvInput, String> {
    static final String MODEL = "kv";

    @Override
    public String model() {
        return MODEL;
    }

    @Override
    public String writeInput(final KvInput input) {
        return input.toString();
    }

    @Override
    public KvInput readInput(final String text) {
        final String[] words = text.split(" ");
        final boolean withValue = words[0].equals("SET") || words[0].equals("APPEND");
        if (words.length != (withValue ? 3 : 2)) {
            throw new IllegalArgumentException("'" + text + "' is none of: GET KEY, SET KEY VALUE, INCR KEY, "
                + "APPEND KEY VALUE");
        }
        return switch (words[0]) {
            case "GET" -> KvInput.get(words[1]);
            case "SET" -> KvInput.set(words[1], words[2]);
            case "INCR" -> KvInput.incr(words[1]);
            case "APPEND" -> KvInput.append(words[1], words[2]);
            default -> throw new IllegalArgumentException("'" + words[0] + "' is none of GET, SET, INCR, APPEND");
        };
    }

    @Override
    public String writeOutput(final String output) {
        return output == null ? "-" : "=" + output;
    }

    @Override
    public String readOutput(final String text) {
        if (text.equals("-")) {
            return null;
        }
        if (!text.startsWith("=")) {
            throw new IllegalArgumentException("the answer '" + text + "' is neither - nor begins with =");
        }
        return text.substring(1);
    }
}
