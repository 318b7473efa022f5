package io.fleet.examples.kv.resp;

import io.fleet.examples.kv.Glob;
import io.fleet.examples.kv.KvOp;
import io.fleet.examples.kv.Work;
import io.fleet.examples.kv.resp.catalog.Catalog;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.agrona.concurrent.UnsafeBuffer;

/** What COMMAND, COMMAND COUNT, DOCS, GETKEYS, GETKEYSANDFLAGS, HELP, INFO and LIST tell. */
final class CommandReports {
    private static final long PATTERN_STEPS = 1 << 20;
    private static final Set<String> NAMES = allNames();
    private final boolean resp3;

    CommandReports(final boolean resp3) {
        this.resp3 = resp3;
    }

    void command(final Request request, final ByteBuf out) {
        final String sub = request.count() == 1 ? "info" : request.lower(1);
        switch (sub) {
            case "count" -> RespWriter.integer(out, NAMES.size());
            case "list" -> list(request, out);
            case "info" -> {
                final List<String> wanted = wanted(request);
                RespWriter.array(out, wanted.size());
                wanted.forEach(name -> info(name, out));
            }
            case "docs" -> {
                final List<String> known = new ArrayList<>(wanted(request));
                known.removeIf(name -> !NAMES.contains(name));
                RespWriter.map(out, known.size(), resp3);
                known.forEach(name -> docs(name, out));
            }
            case "getkeys" -> keys(request, false, out);
            case "getkeysandflags" -> keys(request, true, out);
            case "help" -> help("command", out);
            default -> throw new IllegalStateException("not checked: " + sub);
        }
    }

    static void help(final String command, final ByteBuf out) {
        final List<String> lines = Catalog.help(command);
        RespWriter.array(out, lines.size());
        lines.forEach(line -> RespWriter.simple(out, line));
    }

    private static List<String> wanted(final Request request) {
        if (request.count() <= 2) {
            return List.copyOf(NAMES);
        }
        final List<String> wanted = new ArrayList<>();
        for (int i = 2; i < request.count(); i++) {
            wanted.add(request.lower(i));
        }
        return wanted;
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

    private static void list(final Request request, final ByteBuf out) {
        final boolean isFiltered = request.count() == 5 && "filterby".equals(request.lower(2));
        if (request.count() > 2 && !isFiltered) {
            RespWriter.error(out, RespErrors.SYNTAX);
            return;
        }
        final Work work = new Work(PATTERN_STEPS);
        final Predicate<String> filter;
        if (!isFiltered) {
            filter = name -> true;
        } else {
            switch (request.lower(3)) {
                case "module" -> filter = name -> false;
                case "aclcat" -> filter = name -> Catalog.of(name).categories().contains(request.lower(4));
                case "pattern" -> {
                    final byte[] pattern = request.lower(4).getBytes(StandardCharsets.ISO_8859_1);
                    if (pattern.length > Glob.MAX_BYTES) {
                        RespWriter.error(out, RespErrors.patternTooLong(pattern.length));
                        return;
                    }
                    final Glob glob = Glob.of(new UnsafeBuffer(pattern), 0, pattern.length);
                    filter = name -> glob.matches(name.getBytes(StandardCharsets.ISO_8859_1), work);
                }
                default -> {
                    RespWriter.error(out, RespErrors.SYNTAX);
                    return;
                }
            }
        }
        final List<String> found = NAMES.stream().filter(filter).toList();
        if (work.isOver()) {
            RespWriter.error(out, "ERR the pattern takes more than " + PATTERN_STEPS + " steps");
            return;
        }
        RespWriter.array(out, found.size());
        found.forEach(name -> RespWriter.bulk(out, name));
    }

    /** The keys of the command whose words follow. */
    private static void keys(final Request request, final boolean withFlags, final ByteBuf out) {
        final String name = request.lower(2);
        final KvOp op = KvOp.ofName(name);
        final int words = request.count() - 2;
        if (!NAMES.contains(name)) {
            RespWriter.error(out, "ERR Invalid command specified");
        } else if (op == null || op.firstKey() == 0) {
            RespWriter.error(out, "ERR The command has no key arguments");
        } else if (!op.fits(words)) {
            RespWriter.error(out, "ERR Invalid number of arguments specified for command");
        } else {
            final int last = op.lastKey() < 0 ? words + op.lastKey() : op.lastKey();
            RespWriter.array(out, (last - op.firstKey()) / op.keyStep() + 1);
            for (int word = op.firstKey(); word <= last; word += op.keyStep()) {
                if (withFlags) {
                    RespWriter.array(out, 2);
                    RespWriter.bulk(out, request.word(2 + word));
                    simples(isSetGet(op, request) ? List.of("RW", "access", "update") : Catalog.of(name).keyFlags(), "",
                        out);
                } else {
                    RespWriter.bulk(out, request.word(2 + word));
                }
            }
        }
    }

    private static boolean isSetGet(final KvOp op, final Request request) {
        for (int i = 5; op == KvOp.SET && i < request.count(); i++) {
            if ("get".equals(request.lower(i))) {
                return true;
            }
        }
        return false;
    }

    private static void simples(final List<String> words, final String before, final ByteBuf out) {
        RespWriter.array(out, words.size());
        words.forEach(word -> RespWriter.simple(out, before + word));
    }

    /** Ten fields: name, arity, flags, first and last key, step, categories, tips, key specifications, subcommands. */
    private void info(final String name, final ByteBuf out) {
        final LocalCommand local = LocalCommand.ofName(name);
        final KvOp op = local == null ? KvOp.ofName(name) : null;
        if (local == null && op == null) {
            RespWriter.nil(out, resp3);
            return;
        }
        final Catalog catalog = Catalog.of(name);
        RespWriter.array(out, 10);
        RespWriter.bulk(out, name);
        RespWriter.integer(out, op == null ? local.arity() : op.arity());
        simples(catalog.flags(), "", out);
        RespWriter.integer(out, op == null ? 0 : op.firstKey());
        RespWriter.integer(out, op == null ? 0 : op.lastKey());
        RespWriter.integer(out, op == null ? 0 : op.keyStep());
        simples(catalog.categories(), "@", out);
        RespWriter.array(out, catalog.tips().size());
        catalog.tips().forEach(tip -> RespWriter.bulk(out, tip));
        RespWriter.array(out, 0);
        RespWriter.array(out, 0);
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
