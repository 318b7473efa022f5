package io.fleet.ec.host;

import io.fleet.machine.Command;
import io.fleet.machine.MachineContext;
import io.fleet.machine.Payload;
import io.fleet.machine.PayloadNeeds;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.DirectBuffer;

/**
 * Keeps ropes of payloads by name, and looks into them only where it must. A header is a word and a name: {@code put},
 * {@code append}, {@code swap} (answers what was there), {@code take} (and forgets it), {@code drop}, {@code later}
 * (drops it by a timer), {@code add} (adds 1 to the number that is there), {@code twice} (answers the payload twice,
 * and keeps nothing), {@code see} (answers the payload reversed), {@code get}.
 */
public final class RopeMachine implements StateMachine {
    private final Map<String, List<Payload>> ropes = new TreeMap<>();
    private final Map<String, Long> numbers = new TreeMap<>();
    private MachineContext context;

    @Override
    public boolean usesPayloads() {
        return true;
    }

    @Override
    public void onStart(final MachineContext newContext) {
        context = newContext;
    }

    @Override
    public boolean looksInto(final DirectBuffer header) {
        return words(header)[0].equals("see");
    }

    @Override
    public void prepare(final Query command, final PayloadNeeds needs) {
        final String[] words = words(command.header());
        if (words[0].equals("add") || words[0].equals("text")) {
            ropes.getOrDefault(words[1], List.of()).forEach(needs::bytes);
        }
    }

    @Override
    public void onTimer(final long timerId, final long timeMillis) {
        drop("n" + timerId);
    }

    @Override
    public void apply(final Command command, final Reply reply) {
        final String[] words = words(command.header());
        final String name = words[1];
        switch (words[0]) {
            case "put" -> {
                drop(name);
                append(name, command.handle());
            }
            case "append" -> append(name, command.handle());
            case "swap" -> {
                write(name, reply);
                drop(name);
                append(name, command.handle());
            }
            case "take" -> {
                write(name, reply);
                drop(name);
            }
            case "drop" -> drop(name);
            case "later" -> context.schedule(Long.parseLong(name.substring(1)), command.timeMillis() + 100);
            case "add" -> {
                final long sum = numbers.getOrDefault(name, 0L) + Long.parseLong(text(name)) + 1;
                numbers.put(name, sum);
                reply.write(Long.toString(sum).getBytes(StandardCharsets.US_ASCII));
            }
            case "twice" -> reply.write(command.handle()).write(new byte[] {'+'}).write(command.handle());
            case "see" -> reply.write(new StringBuilder(string(command.payload())).reverse().toString()
                .getBytes(StandardCharsets.UTF_8));
            case "peek" -> reply.write(string(command.payload()).getBytes(StandardCharsets.UTF_8));
            case "forget" -> context.payloads().forget(command.handle());
            default -> throw new IllegalArgumentException("no such word: " + words[0]);
        }
    }

    @Override
    public void query(final Query query, final Reply reply) {
        final String[] words = words(query.header());
        if (words[0].equals("text")) {
            reply.write(text(words[1]).getBytes(StandardCharsets.UTF_8));
        } else if (words[0].equals("echo")) {
            reply.write(query.handle());
        } else {
            write(words[1], reply);
        }
    }

    private void append(final String name, final Payload payload) {
        ropes.computeIfAbsent(name, key -> new ArrayList<>()).add(context.payloads().place(payload));
    }

    private void drop(final String name) {
        final List<Payload> rope = ropes.remove(name);
        if (rope != null) {
            rope.forEach(context.payloads()::forget);
        }
    }

    private void write(final String name, final Reply reply) {
        reply.writeByte((byte) '<');
        ropes.getOrDefault(name, List.of()).forEach(reply::write);
        reply.writeByte((byte) '>');
    }

    private String text(final String name) {
        final StringBuilder text = new StringBuilder();
        ropes.getOrDefault(name, List.of()).forEach(each -> text.append(string(context.payloads().bytes(each))));
        return text.toString();
    }

    private static String[] words(final DirectBuffer header) {
        return string(header).split(" ");
    }

    private static String string(final DirectBuffer buffer) {
        final byte[] bytes = new byte[buffer.capacity()];
        buffer.getBytes(0, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        out.writeInt(ropes.size());
        ropes.forEach((name, rope) -> {
            out.writeBytes(name.getBytes(StandardCharsets.UTF_8));
            out.writeInt(rope.size());
            rope.forEach(each -> context.payloads().write(each, out));
        });
        out.writeInt(numbers.size());
        numbers.forEach((name, number) -> {
            out.writeBytes(name.getBytes(StandardCharsets.UTF_8));
            out.writeLong(number);
        });
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        for (int i = in.readInt(); i > 0; i--) {
            final List<Payload> rope = new ArrayList<>();
            ropes.put(new String(in.readBytes(), StandardCharsets.UTF_8), rope);
            for (int j = in.readInt(); j > 0; j--) {
                rope.add(context.payloads().read(in));
            }
        }
        for (int i = in.readInt(); i > 0; i--) {
            numbers.put(new String(in.readBytes(), StandardCharsets.UTF_8), in.readLong());
        }
    }
}
