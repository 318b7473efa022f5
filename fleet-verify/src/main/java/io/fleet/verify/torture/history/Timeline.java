package io.fleet.verify.torture.history;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Says what happens as it happens, with the seconds since the run began, and remembers it. Any thread. */
public final class Timeline {
    private final PrintWriter out;
    private final long startNs = System.nanoTime();
    private final List<Event> events = new ArrayList<>();

    /**
     * What was said.
     *
     * @param atNs as {@link System#nanoTime}.
     * @param text what.
     */
    record Event(long atNs, String text) {
    }

    public Timeline(final PrintWriter out) {
        this.out = out;
    }

    public synchronized void say(final String text) {
        final long nowNs = System.nanoTime();
        events.add(new Event(nowNs, text));
        out.println(at(nowNs) + "  " + text);
        out.flush();
    }

    /** All that was said, in order. */
    synchronized List<Event> events() {
        return List.copyOf(events);
    }

    /** Says something that is no event: how it goes. */
    public synchronized void progress(final String text) {
        out.println(at(System.nanoTime()) + "  " + text);
        out.flush();
    }

    /** A time as it is shown. */
    public String at(final long nowNs) {
        return String.format(Locale.ROOT, "%7.2f s", (nowNs - startNs) / 1e9);
    }

    /** What was said first from one time to another, or else last before. */
    public synchronized String causeOf(final long fromNs, final long toNs) {
        String last = "the start";
        for (final Event event : events) {
            if (event.atNs - fromNs > 0) {
                return event.atNs - toNs < 0 ? event.text : last;
            }
            last = event.text;
        }
        return last;
    }
}
