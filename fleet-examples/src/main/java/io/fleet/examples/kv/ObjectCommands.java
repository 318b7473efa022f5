package io.fleet.examples.kv;

import io.fleet.examples.kv.store.Entry;
import java.nio.charset.StandardCharsets;

/**
 * OBJECT: what Redis would tell of a value that was set as it is now. There is no time of last use, and nothing is kept
 * apart by how it came to be.
 */
final class ObjectCommands {
    /** Longer values have an allocation of their own in Redis, in bytes. */
    private static final int EMBEDDED_BYTES = 44;
    /** Redis shares the numbers from 0 to below this, and counts no references to them. */
    private static final int SHARED_NUMBERS = 10_000;
    private static final String[] HELP = {
        "OBJECT <subcommand> [<arg> [value] [opt] ...]. Subcommands are:",
        "ENCODING <key>",
        "    Return the kind of internal representation used in order to store the value",
        "    associated with a <key>.",
        "FREQ <key>",
        "    Return the access frequency index of the <key>. The returned integer is",
        "    proportional to the logarithm of the recent access frequency of the key.",
        "IDLETIME <key>",
        "    Return the idle time of the <key>, that is the approximated number of",
        "    seconds elapsed since the last access to the key.",
        "REFCOUNT <key>",
        "    Return the number of references of the value associated with the specified",
        "    <key>.",
        "HELP",
        "    Prints this help.",
    };
    private static final String[] OF_KEYS = {"ENCODING", "FREQ", "IDLETIME", "REFCOUNT"};

    private final Turn turn;

    ObjectCommands(final Turn turn) {
        this.turn = turn;
    }

    void run() {
        final int words = turn.args.count();
        if (turn.args.is(0, "HELP")) {
            if (words == 1) {
                help();
            } else {
                turn.out.error(KvErrors.arity("object|help"));
            }
            return;
        }
        for (final String name : OF_KEYS) {
            if (turn.args.is(0, name)) {
                if (words == 2) {
                    tell(name);
                } else {
                    turn.out.error(KvErrors.arity("object|" + name.toLowerCase(java.util.Locale.ROOT)));
                }
                return;
            }
        }
        turn.out.error(KvErrors.unknownSubcommand("OBJECT", new String(turn.args.copy(0), StandardCharsets.UTF_8)));
    }

    private void help() {
        turn.out.array(HELP.length);
        for (final String line : HELP) {
            turn.out.simple(ascii(line));
        }
    }

    private void tell(final String what) {
        final Entry entry = turn.read(1);
        if (entry == null) {
            turn.out.nil();
            return;
        }
        final boolean isBytes = turn.keys.rope(entry) == null;
        final long number = isBytes ? turn.numbers.parse(turn.keys.value(entry), 0, entry.valueLength()) : 0;
        final boolean isNumber = isBytes && turn.numbers.valid();
        switch (what) {
            case "ENCODING" -> turn.out.bulk(ascii(isNumber ? "int"
                : entry.valueLength() <= EMBEDDED_BYTES ? "embstr" : "raw"));
            case "REFCOUNT" -> turn.out.integer(isNumber && number >= 0 && number < SHARED_NUMBERS
                ? Integer.MAX_VALUE : 1);
            case "IDLETIME" -> turn.out.integer(0);
            default -> turn.out.error(KvErrors.NO_FREQUENCY);
        }
    }

    private static byte[] ascii(final String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
