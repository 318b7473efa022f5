package io.fleet.reads.concurrent;

import io.fleet.machine.Command;
import io.fleet.machine.ConcurrentQueries;
import io.fleet.machine.Query;
import io.fleet.machine.ReadView;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import java.nio.charset.StandardCharsets;

/** Counts commands; queries whose payload begins with {@code long} are answered from views of the count. */
final class ViewedMachine implements StateMachine, ConcurrentQueries {
    long commands;
    int views;
    int open;

    boolean isViewMissing;
    boolean isCloseFailing;

    @Override
    public void apply(final Command command, final Reply reply) {
        commands++;
    }

    @Override
    public void query(final Query query, final Reply reply) {
        reply.write(("now " + commands).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public boolean isLong(final Query query) {
        if (text(query).equals("unreadable")) {
            throw new IllegalArgumentException("cannot tell");
        }
        return text(query).startsWith("long");
    }

    @Override
    public ReadView view() {
        if (views++ < 0) {
            throw new IllegalStateException("no view");
        }
        if (isViewMissing) {
            return null;
        }
        open++;
        final long seen = commands;
        return new ReadView() {
            @Override
            public void query(final Query query, final Reply reply) {
                if (text(query).endsWith("throw")) {
                    throw new IllegalStateException("as asked");
                }
                reply.write((seen + " at " + query.lsn()).getBytes(StandardCharsets.UTF_8));
            }

            @Override
            public void close() {
                open--;
                if (isCloseFailing) {
                    throw new IllegalStateException("as asked");
                }
            }
        };
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        out.writeLong(commands);
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        commands = in.readLong();
    }

    private static String text(final Query query) {
        return query.payload().getStringWithoutLengthUtf8(0, query.payload().capacity());
    }
}
