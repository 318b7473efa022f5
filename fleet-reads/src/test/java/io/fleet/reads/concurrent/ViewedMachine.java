package io.fleet.reads.concurrent;

import io.fleet.fixture.machine.NumberMachine;
import io.fleet.machine.ConcurrentQueries;
import io.fleet.machine.Query;
import io.fleet.machine.ReadView;
import io.fleet.machine.Reply;
import java.nio.charset.StandardCharsets;

/** Counts commands; queries whose payload begins with {@code long} are answered from views of the count. */
final class ViewedMachine extends NumberMachine implements ConcurrentQueries {
    int views;
    int open;

    boolean isViewMissing;
    boolean isCloseFailing;

    @Override
    public void query(final Query query, final Reply reply) {
        reply.write(("now " + value).getBytes(StandardCharsets.UTF_8));
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
        final long seen = value;
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

    private static String text(final Query query) {
        return query.payload().getStringWithoutLengthUtf8(0, query.payload().capacity());
    }
}
