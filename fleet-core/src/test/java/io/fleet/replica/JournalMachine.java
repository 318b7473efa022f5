package io.fleet.replica;

import io.fleet.machine.Command;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes down what it is told, with LSN and time, and answers with the number of the line. */
final class JournalMachine implements StateMachine {
    final List<String> lines = new ArrayList<>();
    int queries;

    @Override
    public void apply(final Command command, final Reply reply) {
        final String text = text(command);
        if (text.equals("throw")) {
            throw new IllegalArgumentException("as asked");
        }
        if (text.equals("error")) {
            throw new AssertionError("as asked");
        }
        lines.add(command.lsn() + "@" + command.timeMillis() + " " + text);
        reply.write(("line " + lines.size()).getBytes(StandardCharsets.UTF_8));
        if (text.equals("long")) {
            reply.write(new byte[1000]);
        }
    }

    @Override
    public void query(final Query query, final Reply reply) {
        queries++;
        reply.write((lines.size() + " lines").getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        out.writeInt(lines.size());
        for (final String line : lines) {
            final byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            out.writeInt(bytes.length);
            out.write(bytes, 0, bytes.length);
        }
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        lines.clear();
        final int count = in.readInt();
        for (int i = 0; i < count; i++) {
            final byte[] bytes = new byte[in.readInt()];
            in.read(bytes, 0, bytes.length);
            lines.add(new String(bytes, StandardCharsets.UTF_8));
        }
    }

    private static String text(final Query query) {
        final byte[] bytes = new byte[query.payload().capacity()];
        query.payload().getBytes(0, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
