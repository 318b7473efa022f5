package io.fleet.cli.admin;

import io.fleet.admin.JsonWriter;
import io.fleet.ec.consensus.SlotVote;
import io.fleet.ec.dissemination.format.PieceTag;
import io.fleet.storage.inspect.LogEntry;
import java.util.Locale;

/**
 * Records of coded groups for people. They have neither ballot nor time: a step is what a member said of a slot, the
 * number of a part's piece and what was known of its slot are kept with it, and a decision is an id alone
 * ({@code docs/spec/coded.md}).
 */
final class CodedRecords {
    private static final long IS_DECIDED = 1;

    private CodedRecords() {
    }

    static String text(final LogEntry entry, final String value) {
        return switch (entry.log()) {
            case "steps" -> String.format(Locale.ROOT, "%-9s %s %s", "step", SlotVote.toString(entry.ballot()), value);
            case "ordered" -> String.format(Locale.ROOT, "%-9s %s", decision(entry), value);
            default -> entry.timestamp() == PieceTag.NOTE ? String.format(Locale.ROOT, "%-9s %s", "note", value)
                : String.format(Locale.ROOT, "%-9s %s, piece %d of %d, %s %d", "part", value, piece(entry) + 1,
                    pieces(entry), isDecided(entry) ? "decided in slot" : "kept when decided up to", slot(entry));
        };
    }

    static void json(final LogEntry entry, final JsonWriter json) {
        switch (entry.log()) {
            case "steps" -> json.field("step", SlotVote.toString(entry.ballot()));
            case "ordered" -> json.field("decision", decision(entry).equals("decision"));
            default -> {
                if (entry.timestamp() == PieceTag.NOTE) {
                    json.field("note", true);
                } else {
                    json.field("piece", piece(entry)).field("pieces", pieces(entry))
                        .field("decided", isDecided(entry)).field("slot", slot(entry));
                }
            }
        }
    }

    private static String decision(final LogEntry entry) {
        return entry.kind() == LogEntry.Kind.SKIP ? "skip" : "decision";
    }

    private static int piece(final LogEntry entry) {
        return PieceTag.piece(entry.timestamp());
    }

    private static int pieces(final LogEntry entry) {
        return PieceTag.pieces(entry.timestamp());
    }

    private static boolean isDecided(final LogEntry entry) {
        return (entry.ballot() & IS_DECIDED) != 0;
    }

    private static long slot(final LogEntry entry) {
        return entry.ballot() >>> 1;
    }
}
