package io.fleet.cli.admin;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON strictly, so that a test notices what a program could not read. */
final class Json {
    private final String text;
    private int at;

    private Json(final String text) {
        this.text = text;
    }

    /** A map, list, string, number (as double), boolean or null. */
    static Object read(final String text) {
        final Json json = new Json(text.strip());
        final Object value = json.value();
        if (json.at != json.text.length()) {
            throw new IllegalArgumentException("more at " + json.at + " of " + text);
        }
        return value;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(final Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(final Object value) {
        return (List<Object>) value;
    }

    private Object value() {
        return switch (text.charAt(at)) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, Object> object() {
        final Map<String, Object> map = new LinkedHashMap<>();
        at++;
        while (text.charAt(at) != '}') {
            if (!map.isEmpty()) {
                expect(',');
            }
            final String name = string();
            expect(':');
            if (map.containsKey(name)) {
                throw new IllegalArgumentException(name + " twice");
            }
            map.put(name, value());
        }
        at++;
        return map;
    }

    private List<Object> array() {
        final List<Object> list = new ArrayList<>();
        at++;
        while (text.charAt(at) != ']') {
            if (!list.isEmpty()) {
                expect(',');
            }
            list.add(value());
        }
        at++;
        return list;
    }

    private String string() {
        expect('"');
        final StringBuilder value = new StringBuilder();
        while (text.charAt(at) != '"') {
            final char c = text.charAt(at++);
            if (c < 0x20) {
                throw new IllegalArgumentException("control character at " + at);
            }
            if (c != '\\') {
                value.append(c);
                continue;
            }
            final char escaped = text.charAt(at++);
            switch (escaped) {
                case 'n' -> value.append('\n');
                case 'r' -> value.append('\r');
                case 't' -> value.append('\t');
                case '"', '\\' -> value.append(escaped);
                case 'u' -> {
                    value.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                    at += 4;
                }
                default -> throw new IllegalArgumentException("escape " + escaped);
            }
        }
        at++;
        return value.toString();
    }

    private Object word(final String word, final Object value) {
        if (!text.startsWith(word, at)) {
            throw new IllegalArgumentException("no " + word + " at " + at);
        }
        at += word.length();
        return value;
    }

    private Double number() {
        final int begin = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return Double.valueOf(text.substring(begin, at));
    }

    private void expect(final char c) {
        if (text.charAt(at) != c) {
            throw new IllegalArgumentException("no " + c + " at " + at + " of " + text);
        }
        at++;
    }
}
