package io.fleet.examples.kv.resp;

import io.fleet.examples.kv.KvOp;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What COMMAND, COMMAND COUNT, DOCS, INFO and LIST tell. */
final class CommandReports {
    private static final Set<String> NAMES = allNames();
    private final boolean resp3;

    CommandReports(final boolean resp3) {
        this.resp3 = resp3;
    }

    void command(final Request request, final ByteBuf out) {
        final String sub = request.count() == 1 ? "info" : request.lower(1);
        switch (sub) {
            case "count" -> RespWriter.integer(out, names().size());
            case "list" -> {
                RespWriter.array(out, names().size());
                names().forEach(name -> RespWriter.bulk(out, name));
            }
            case "info" -> {
                final List<String> wanted = wanted(request);
                RespWriter.array(out, wanted.size());
                wanted.forEach(name -> info(name, out));
            }
            case "docs" -> {
                final List<String> known = new ArrayList<>(wanted(request));
                known.removeIf(name -> !names().contains(name));
                RespWriter.map(out, known.size(), resp3);
                known.forEach(name -> docs(name, out));
            }
            default -> throw new IllegalStateException("not checked: " + sub);
        }
    }

    private static List<String> wanted(final Request request) {
        if (request.count() <= 2) {
            return List.copyOf(names());
        }
        final List<String> wanted = new ArrayList<>();
        for (int i = 2; i < request.count(); i++) {
            wanted.add(request.lower(i));
        }
        return wanted;
    }

    private static Set<String> names() {
        return NAMES;
    }

    private static Set<String> allNames() {
        final Set<String> names = new LinkedHashSet<>();
        for (final KvOp op : KvOp.values()) {
            if (op.isCommand()) {
                names.add(op.lowerName());
            }
        }
        for (final LocalCommand command : LocalCommand.values()) {
            names.add(command.lowerName());
        }
        return names;
    }

    /** Ten fields: name, arity, flags, first and last key, step, categories, tips, key specifications, subcommands. */
    private void info(final String name, final ByteBuf out) {
        final LocalCommand local = LocalCommand.ofName(name);
        final KvOp op = local == null ? KvOp.ofName(name) : null;
        if (local == null && op == null) {
            RespWriter.nil(out, resp3);
            return;
        }
        RespWriter.array(out, 10);
        RespWriter.bulk(out, name);
        RespWriter.integer(out, op == null ? local.arity() : op.arity());
        RespWriter.array(out, 1);
        RespWriter.simple(out, op == null ? "fast" : op.readOnly() ? "readonly" : "write");
        RespWriter.integer(out, op == null ? 0 : op.firstKey());
        RespWriter.integer(out, op == null ? 0 : op.lastKey());
        RespWriter.integer(out, op == null ? 0 : op.keyStep());
        for (int i = 0; i < 4; i++) {
            RespWriter.array(out, 0);
        }
    }

    private void docs(final String name, final ByteBuf out) {
        final LocalCommand local = LocalCommand.ofName(name);
        RespWriter.bulk(out, name);
        RespWriter.map(out, 2, resp3);
        RespWriter.bulk(out, "summary");
        RespWriter.bulk(out,
            local == null ? name.toUpperCase(Locale.ROOT) + " of the replicated store." : local.summary());
        RespWriter.bulk(out, "group");
        RespWriter.bulk(out, local == null ? "string" : local.group());
    }
}
