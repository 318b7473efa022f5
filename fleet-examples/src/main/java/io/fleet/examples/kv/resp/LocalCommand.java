package io.fleet.examples.kv.resp;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Commands that the server answers itself, with their arity as Redis writes it. */
enum LocalCommand {
    AUTH(-2, "connection", "Lets the default user in, who needs no password."),
    CLIENT(-2, "connection", "Names and lists connections."),
    COMMAND(-1, "server", "Describes the commands."),
    CONFIG(-2, "server", "Tells settings, and changes some."),
    DISCARD(1, "transactions", "Forgets a transaction."),
    ECHO(2, "connection", "Answers its argument."),
    EXEC(1, "transactions", "Runs a transaction as one command."),
    HELLO(-1, "connection", "Chooses the protocol."),
    FUNCTION(-2, "scripting", "Forgets functions, of which there are none."),
    INFO(-1, "server", "Tells about the server and its group."),
    MOVE(3, "generic", "Refused: there is one database."),
    MULTI(1, "transactions", "Begins a transaction."),
    PING(-1, "connection", "Answers PONG."),
    QUIT(-1, "connection", "Closes the connection."),
    RESET(1, "connection", "Brings the connection back to how it began."),
    SCRIPT(-2, "scripting", "Forgets scripts, of which there are none."),
    SELECT(2, "connection", "Chooses database 0, the only one."),
    SWAPDB(3, "server", "Refused: there is one database."),
    TIME(1, "server", "The time of the node."),
    UNWATCH(1, "transactions", "Forgets the keys that are watched.");

    private static final Map<String, LocalCommand> BY_NAME = new HashMap<>();

    static {
        for (final LocalCommand command : values()) {
            BY_NAME.put(command.lowerName(), command);
        }
    }

    private final int arity;
    private final String group;
    private final String summary;

    LocalCommand(final int arity, final String group, final String summary) {
        this.arity = arity;
        this.group = group;
        this.summary = summary;
    }

    static LocalCommand ofName(final String lowerName) {
        return BY_NAME.get(lowerName);
    }

    boolean fits(final int words) {
        return arity >= 0 ? words == arity : words >= -arity;
    }

    /** Whether the command is run at once inside a transaction, rather than put into it. */
    boolean leavesTransaction() {
        return this == MULTI || this == EXEC || this == DISCARD || this == QUIT || this == RESET;
    }

    /**
     * Whether a batch must end before the command: it changes how the answers after it are written, or tells what those
     * before it did.
     *
     * @return whether it must.
     */
    boolean endsBatch() {
        return this == HELLO || this == RESET || this == INFO;
    }

    /**
     * Whether a request chooses what the connection's reads may see: CLIENT READS with a level.
     *
     * @param request any that is no error.
     * @return whether; also where the level is none.
     */
    static boolean choosesReads(final Request request) {
        return ofName(request.name()) == CLIENT && request.count() > 2 && "reads".equals(request.lower(1));
    }

    int arity() {
        return arity;
    }

    String group() {
        return group;
    }

    String summary() {
        return summary;
    }

    String lowerName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
