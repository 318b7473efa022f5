package io.fleet.replica;

import io.fleet.machine.Command;
import io.fleet.machine.CommandKeys;
import io.fleet.machine.MachineContext;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SessionEnd;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.SpeculativeMachine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Texts under keys of one letter, with drafts. Commands are words: {@code a+x} adds x to what is under a, {@code ab+x}
 * to both, {@code *+x} to all that are there; {@code a!} fails; {@code a?} throws an error where it is told to;
 * {@code a@5} has a timer fire in 5 ms that adds a dot; {@code a:} asks for the time where that is not allowed. The
 * answer is what is under the first key then, and which number of all it has.
 */
class DraftMachine implements SpeculativeMachine<DraftMachine.Draft> {
    final Map<Character, String> published = new TreeMap<>();
    final List<Draft> drafts = new ArrayList<>();
    /** What was called, in order. */
    final List<String> calls = new ArrayList<>();
    /** Run in the middle of each prepare. */
    Runnable whilePreparing = () -> {};
    boolean throwsErrors;
    boolean failsToRevoke;
    boolean failsToPublish;
    boolean throwsKeys;
    byte[] filler = new byte[0];
    int count;
    private MachineContext context;

    /** What a command will have written. */
    static final class Draft {
        final String text;
        final Map<Character, String> values = new TreeMap<>();
        long delay;

        Draft(final String text) {
            this.text = text;
        }
    }

    @Override
    public void onStart(final MachineContext newContext) {
        context = newContext;
    }

    @Override
    public void keys(final Command command, final CommandKeys keys) {
        if (throwsKeys) {
            throw new IllegalStateException("no keys");
        }
        final String text = text(command);
        if (text.startsWith("*")) {
            keys.all();
        }
        for (int i = 0; i < text.length() && Character.isLetter(text.charAt(i)); i++) {
            keys.add(text.charAt(i));
        }
    }

    @Override
    public Draft prepare(final Command command, final Reply reply) {
        final String text = text(command);
        calls.add("prepare " + text);
        whilePreparing.run();
        final int end = text.length() == 0 ? 0 : end(text);
        final char what = text.charAt(end);
        if (what == '!') {
            throw new IllegalArgumentException("as asked");
        }
        if (what == '?' && throwsErrors) {
            throw new AssertionError("as asked");
        }
        if (what == ':') {
            context.timeMillis();
        }
        final Draft draft = new Draft(text);
        final String added = what == '+' ? text.substring(end + 1) : "";
        if (text.startsWith("*")) {
            seen().forEach((key, value) -> draft.values.put(key, value + added));
        }
        for (int i = 0; i < end && Character.isLetter(text.charAt(i)); i++) {
            draft.values.put(text.charAt(i), seen().getOrDefault(text.charAt(i), "") + added);
        }
        draft.delay = what == '@' ? Long.parseLong(text.substring(end + 1)) : 0;
        drafts.add(draft);
        reply.write(draft.values.getOrDefault(text.charAt(0), "").getBytes(StandardCharsets.UTF_8));
        reply.write(filler);
        return draft;
    }

    private static int end(final String text) {
        int end = 0;
        while (Character.isLetter(text.charAt(end)) || text.charAt(end) == '*') {
            end++;
        }
        return end;
    }

    /** With all drafts: of keys that others may be at, nothing is looked at. */
    private Map<Character, String> seen() {
        final Map<Character, String> all = new TreeMap<>(published);
        drafts.forEach(draft -> all.putAll(draft.values));
        return all;
    }

    @Override
    public void publish(final Draft draft, final Reply reply) {
        calls.add("publish " + draft.text);
        drafts.remove(draft);
        if (failsToPublish) {
            throw new IllegalStateException("not published");
        }
        published.putAll(draft.values);
        count++;
        reply.write(("#" + count).getBytes(StandardCharsets.UTF_8));
        if (draft.delay > 0) {
            context.schedule(draft.text.charAt(0), context.timeMillis() + draft.delay);
        }
    }

    @Override
    public void revoke(final Draft draft) {
        calls.add("revoke " + draft.text);
        if (failsToRevoke) {
            throw new IllegalStateException("not revoked");
        }
        drafts.remove(draft);
    }

    @Override
    public void onTimer(final long timerId, final long timeMillis) {
        requireNoDrafts("onTimer");
        published.merge((char) timerId, ".", String::concat);
    }

    @Override
    public void onSessionOpened(final long sessionId) {
        requireNoDrafts("onSessionOpened");
    }

    @Override
    public void onSessionClosed(final long sessionId, final SessionEnd reason) {
        requireNoDrafts("onSessionClosed");
        published.merge('s', "|" + sessionId, String::concat);
    }

    private void requireNoDrafts(final String method) {
        if (!drafts.isEmpty()) {
            throw new AssertionError(method + " was called while there are " + drafts.size() + " drafts");
        }
    }

    @Override
    public void query(final Query query, final Reply reply) {
        reply.write(published.toString().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public long stateDigest() {
        return published.hashCode();
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        requireNoDrafts("writeSnapshot");
        out.writeInt(count);
        out.writeInt(published.size());
        published.forEach((key, value) -> {
            final byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            out.writeInt(key);
            out.writeInt(bytes.length);
            out.write(bytes, 0, bytes.length);
        });
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        count = in.readInt();
        for (int left = in.readInt(); left > 0; left--) {
            final char key = (char) in.readInt();
            final byte[] bytes = new byte[in.readInt()];
            in.read(bytes, 0, bytes.length);
            published.put(key, new String(bytes, StandardCharsets.UTF_8));
        }
    }

    private static String text(final Query query) {
        final byte[] bytes = new byte[query.payload().capacity()];
        query.payload().getBytes(0, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
