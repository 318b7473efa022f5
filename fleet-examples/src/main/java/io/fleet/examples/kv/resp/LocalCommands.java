package io.fleet.examples.kv.resp;

import io.fleet.client.ReadConsistency;
import io.fleet.examples.kv.KvReads;
import io.fleet.examples.kv.resp.catalog.Integers;
import io.fleet.examples.kv.value.Databases;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * Runs what the server answers itself, for one connection. Arity and {@link Subcommands} were checked; transactions are
 * the session's own.
 */
final class LocalCommands {
    private static final String VERSION = "7.2.0";

    private final ClientSession session;
    private final ServerState server;
    private final ServerReports reports;

    LocalCommands(final ClientSession session, final ServerState server) {
        this.session = session;
        this.server = server;
        reports = new ServerReports(server);
    }

    void run(final Request request, final ByteBuf out) {
        switch (LocalCommand.ofName(request.name())) {
            case PING -> ping(request, out);
            case ECHO -> RespWriter.bulk(out, request.word(1));
            case SELECT -> select(request, out);
            case MOVE -> RespWriter.error(out, Databases.move(request.text(2)));
            case SWAPDB -> swap(request, out);
            case HELLO -> hello(request, out);
            case AUTH -> auth(request, out);
            case CLIENT -> client(request.lower(1), request, out);
            case COMMAND -> new CommandReports(session.resp3()).command(request, out);
            case CONFIG -> reports.config(request, session.resp3(), out);
            case FUNCTION, SCRIPT -> RespWriter.ok(out);
            case TIME -> time(out);
            case INFO -> RespWriter.bulk(out, reports.info(request));
            case UNWATCH -> {
                session.unwatch();
                RespWriter.ok(out);
            }
            case RESET -> {
                session.reset();
                RespWriter.simple(out, "RESET");
            }
            case QUIT -> {
                session.quit();
                RespWriter.ok(out);
            }
            default -> throw new IllegalStateException("not run here: " + request.name());
        }
    }

    /** The time of this machine, not of the log. */
    private static void time(final ByteBuf out) {
        final Instant now = Instant.now();
        RespWriter.array(out, 2);
        RespWriter.bulk(out, Long.toString(now.getEpochSecond()));
        RespWriter.bulk(out, Integer.toString(now.getNano() / 1000));
    }

    private void ping(final Request request, final ByteBuf out) {
        if (request.count() > 2) {
            RespWriter.error(out, RespErrors.arity("ping"));
        } else if (request.count() == 2) {
            RespWriter.bulk(out, request.word(1));
        } else {
            RespWriter.simple(out, "PONG");
        }
    }

    private void select(final Request request, final ByteBuf out) {
        final Long index = Integers.parse(request.word(1));
        if (index == null) {
            RespWriter.error(out, RespErrors.NOT_AN_INTEGER);
        } else if (index != index.intValue()) {
            RespWriter.error(out, RespErrors.INT_RANGE);
        } else if (index != 0) {
            RespWriter.error(out, RespErrors.DB_INDEX);
        } else {
            RespWriter.ok(out);
        }
    }

    private static void swap(final Request request, final ByteBuf out) {
        final String refusal = Databases.swap(request.text(1), request.text(2));
        if (refusal == null) {
            RespWriter.ok(out);
        } else {
            RespWriter.error(out, refusal);
        }
    }

    private void auth(final Request request, final ByteBuf out) {
        if (request.count() > 3) {
            RespWriter.error(out, RespErrors.SYNTAX);
        } else if (request.count() == 2) {
            RespWriter.error(out, RespErrors.NO_PASSWORD);
        } else if (isDefaultUser(request.word(1))) {
            RespWriter.ok(out);
        } else {
            RespWriter.error(out, RespErrors.WRONG_PASSWORD);
        }
    }

    /** The only user there is, who needs no password. */
    private static boolean isDefaultUser(final byte[] name) {
        return "default".equals(new String(name, StandardCharsets.ISO_8859_1));
    }

    private void hello(final Request request, final ByteBuf out) {
        boolean resp3 = session.resp3();
        String name = null;
        if (request.count() > 1) {
            final Long version = Integers.parse(request.word(1));
            if (version == null || version < 2 || version > 3) {
                RespWriter.error(out, version == null ? RespErrors.PROTO_NUMBER : RespErrors.NO_PROTO);
                return;
            }
            resp3 = version == 3;
        }
        boolean mayEnter = true;
        for (int i = 2; i < request.count(); i++) {
            final String option = request.lower(i);
            if ("auth".equals(option) && i + 2 < request.count()) {
                mayEnter = isDefaultUser(request.word(i + 1));
                i += 2;
            } else if ("setname".equals(option) && i + 1 < request.count()) {
                name = request.text(++i);
                if (!validName(name)) {
                    RespWriter.error(out, RespErrors.CLIENT_NAME);
                    return;
                }
            } else {
                RespWriter.error(out,
                    "ERR Syntax error in HELLO option '" + RespErrors.cut(request.shown(i), 128) + "'");
                return;
            }
        }
        if (!mayEnter) {
            RespWriter.error(out, RespErrors.WRONG_PASSWORD);
            return;
        }
        session.resp3(resp3);
        if (name != null) {
            session.name(name);
        }
        greet(out);
    }

    private void greet(final ByteBuf out) {
        RespWriter.map(out, 7, session.resp3());
        RespWriter.bulk(out, "server");
        RespWriter.bulk(out, "fleet");
        RespWriter.bulk(out, "version");
        RespWriter.bulk(out, VERSION);
        RespWriter.bulk(out, "proto");
        RespWriter.integer(out, session.resp3() ? 3 : 2);
        RespWriter.bulk(out, "id");
        RespWriter.integer(out, session.id());
        RespWriter.bulk(out, "mode");
        RespWriter.bulk(out, "standalone");
        RespWriter.bulk(out, "role");
        RespWriter.bulk(out, "master");
        RespWriter.bulk(out, "modules");
        RespWriter.array(out, 0);
    }

    private void client(final String sub, final Request request, final ByteBuf out) {
        switch (sub) {
            case "setname" -> setName(request.text(2), out);
            case "getname" -> {
                if (session.name().isEmpty()) {
                    RespWriter.nil(out, session.resp3());
                } else {
                    RespWriter.bulk(out, session.name());
                }
            }
            case "id" -> RespWriter.integer(out, session.id());
            case "info" -> RespWriter.bulk(out, line(session));
            case "list" -> list(out);
            case "setinfo" -> setInfo(request, out);
            case "reads" -> reads(request, out);
            case "kill" -> kill(request, out);
            case "help" -> {
                RespWriter.array(out, 1);
                RespWriter.simple(out, "CLIENT SETNAME|GETNAME|ID|INFO|KILL|LIST|SETINFO|NO-EVICT|NO-TOUCH|READS");
            }
            default -> onOrOff(request.lower(2), out);
        }
    }

    private void setName(final String name, final ByteBuf out) {
        if (validName(name)) {
            session.name(name);
            RespWriter.ok(out);
        } else {
            RespWriter.error(out, RespErrors.CLIENT_NAME);
        }
    }

    /** CLIENT READS tells what commands that change nothing may see; with one more word, it chooses that. */
    private void reads(final Request request, final ByteBuf out) {
        if (request.count() == 2) {
            RespWriter.bulk(out, KvReads.format(session.reads()));
            return;
        }
        final ReadConsistency chosen = KvReads.parse(request.text(2));
        if (chosen == null) {
            RespWriter.error(out, "ERR " + KvReads.refusal());
        } else {
            session.reads(chosen);
            RespWriter.ok(out);
        }
    }

    private static void setInfo(final Request request, final ByteBuf out) {
        final String option = request.lower(2);
        if (!"lib-name".equals(option) && !"lib-ver".equals(option)) {
            RespWriter.error(out, "ERR Unrecognized option '" + RespErrors.cut(request.shown(2), 128) + "'");
        } else if (!validName(request.text(3))) {
            RespWriter.error(out, "ERR " + option + " cannot contain spaces, newlines or special characters.");
        } else {
            RespWriter.ok(out);
        }
    }

    private void kill(final Request request, final ByteBuf out) {
        final ClientFilter filter = ClientFilter.of(request.shown(2), request);
        if (filter.refusal() != null) {
            RespWriter.error(out, filter.refusal());
            return;
        }
        int killed = 0;
        for (final ClientSession each : server.sessions()) {
            final boolean isOwn = each == session;
            if (filter.matches(each.id(), each.address(), ClientFilter.text(each.channel().localAddress()), isOwn)) {
                killed++;
                if (isOwn) {
                    session.quit();
                } else {
                    each.channel().close();
                }
            }
        }
        if (!filter.isOldForm()) {
            RespWriter.integer(out, killed);
        } else if (killed > 0) {
            RespWriter.ok(out);
        } else {
            RespWriter.error(out, "ERR No such client");
        }
    }

    private static void onOrOff(final String word, final ByteBuf out) {
        if ("on".equals(word) || "off".equals(word)) {
            RespWriter.ok(out);
        } else {
            RespWriter.error(out, RespErrors.SYNTAX);
        }
    }

    private void list(final ByteBuf out) {
        final StringBuilder lines = new StringBuilder();
        server.sessions().stream().sorted((a, b) -> Long.compare(a.id(), b.id()))
            .forEach(each -> lines.append(line(each)));
        RespWriter.bulk(out, lines.toString());
    }

    private static String line(final ClientSession of) {
        return "id=" + of.id() + " addr=" + of.address() + " name=" + of.name() + " db=0 multi=" + of.queued()
            + " resp=" + (of.resp3() ? 3 : 2) + '\n';
    }

    private static boolean validName(final String name) {
        return name.getBytes(StandardCharsets.UTF_8).length <= 1024 && name.chars().allMatch(c -> c >= '!' && c <= '~');
    }
}
