package io.fleet.examples.kv.resp;

import io.fleet.examples.kv.KvOp;

/** What is wrong with a command whose second word says what it does, before it is run or put into a transaction. */
final class Subcommands {
    /** The most words that such a command may have. */
    static final int MAX_WORDS = 1024;

    private Subcommands() {
    }

    /**
     * Checks a request.
     *
     * @param command which command it is.
     * @param request with all its words.
     * @return the error; null where there is none.
     */
    static String refusal(final LocalCommand command, final Request request) {
        if (request.count() > MAX_WORDS && command.arity() < 0) {
            return "ERR " + request.count() + " words, but '" + command.lowerName() + "' takes at most " + MAX_WORDS;
        }
        if (request.count() < 2) {
            return null;
        }
        return switch (command) {
            case CLIENT -> client(request);
            case CONFIG -> config(request);
            case COMMAND -> command(request);
            case FUNCTION, SCRIPT -> flush(command, request);
            default -> null;
        };
    }

    /** What is wrong with a request of the group; null where that is nothing, or is seen when it is run. */
    static String refusal(final KvOp op, final Request request) {
        if (op != KvOp.OBJECT) {
            return null;
        }
        final String sub = request.lower(1);
        return switch (sub) {
            case "help" -> request.count() == 2 ? null : RespErrors.arity("object|help");
            case "encoding", "freq", "idletime", "refcount" -> request.count() == 3 ? null
                : RespErrors.arity("object|" + sub);
            default -> RespErrors.unknownSubcommand("OBJECT", request.text(1));
        };
    }

    private static String unknown(final String container, final Request request) {
        return RespErrors.unknownSubcommand(container, request.shown(1));
    }

    private static String command(final Request request) {
        final String sub = request.lower(1);
        return switch (sub) {
            case "list", "info", "docs" -> null;
            case "count", "help" -> request.count() == 2 ? null : RespErrors.arity("command|" + sub);
            case "getkeys", "getkeysandflags" -> request.count() < 4 ? RespErrors.arity("command|" + sub) : null;
            default -> unknown("COMMAND", request);
        };
    }

    private static String flush(final LocalCommand command, final Request request) {
        final boolean isFunction = command == LocalCommand.FUNCTION;
        final String container = isFunction ? "FUNCTION" : "SCRIPT";
        if (!"flush".equals(request.lower(1))) {
            return unknown(container, request);
        }
        if (isFunction && request.count() > 3) {
            return "ERR unknown subcommand or wrong number of arguments for '" + RespErrors.cut(request.shown(1), 128)
                + "'. Try FUNCTION HELP.";
        }
        final String mode = request.count() > 2 ? request.lower(2) : "sync";
        return request.count() <= 3 && ("sync".equals(mode) || "async".equals(mode)) ? null
            : "ERR " + container + " FLUSH only support" + (isFunction ? "s" : "") + " SYNC|ASYNC option";
    }

    private static String client(final Request request) {
        final String sub = request.lower(1);
        final int words = switch (sub) {
            case "setname", "no-evict", "no-touch" -> 3;
            case "setinfo" -> 4;
            case "getname", "id", "info", "help" -> 2;
            case "list" -> request.count();
            case "kill" -> Math.max(3, request.count());
            case "reads" -> request.count() == 2 ? 2 : 3;
            default -> -1;
        };
        if (words < 0) {
            return unknown("CLIENT", request);
        }
        return words == request.count() ? null : RespErrors.arity("client|" + sub);
    }

    private static String config(final Request request) {
        final String sub = request.lower(1);
        return switch (sub) {
            case "get" -> request.count() < 3 ? RespErrors.arity("config|get") : null;
            case "set" -> request.count() < 4 ? RespErrors.arity("config|set") : null;
            case "help", "resetstat", "rewrite" -> request.count() == 2 ? null : RespErrors.arity("config|" + sub);
            default -> unknown("CONFIG", request);
        };
    }
}
