package io.fleet.examples.kv.resp;

import io.fleet.examples.kv.Glob;
import java.nio.charset.StandardCharsets;

/** Error texts of the server, as Redis 7 prints them where Redis has them. */
final class RespErrors {
    static final String SYNTAX = "ERR syntax error";
    static final String NOT_AN_INTEGER = "ERR value is not an integer or out of range";
    static final String NESTED_MULTI = "ERR MULTI calls can not be nested";
    static final String EXEC_WITHOUT_MULTI = "ERR EXEC without MULTI";
    static final String DISCARD_WITHOUT_MULTI = "ERR DISCARD without MULTI";
    static final String WATCH_IN_MULTI = "ERR WATCH inside MULTI is not allowed";
    static final String EXEC_ABORT = "EXECABORT Transaction discarded because of previous errors.";
    static final String INT_RANGE = "ERR value is out of range, value must between -2147483648 and 2147483647";
    static final String DB_INDEX = "ERR DB index is out of range";
    static final String NO_PROTO = "NOPROTO unsupported protocol version";
    static final String PROTO_NUMBER = "ERR Protocol version is not an integer or out of range";
    static final String CLIENT_NAME = "ERR Client names cannot contain spaces, newlines or special characters.";
    static final String WRONG_PASSWORD = "WRONGPASS invalid username-password pair or user is disabled.";
    static final String NO_PASSWORD = "ERR AUTH <password> called without any password configured for the default "
        + "user. Are you sure your configuration is correct?";
    static final String MAX_CLIENTS = "ERR max number of clients reached";
    /** Fleet ran the batch, but only the answer that is lost said how many of its commands. */
    static final String ANSWER_LOST = "UNKNOWN outcome unknown: the answer was lost that says how many of the commands"
        + " that were sent together were run";
    private static final int SHOWN = 128;

    static final String KEYS_IN_TRANSACTION = "ERR KEYS is not allowed in a transaction, where it would hold up every"
        + " replica: use SCAN";

    private RespErrors() {
    }

    static String patternTooLong(final int length) {
        return "ERR pattern of " + length + " bytes, but at most " + Glob.MAX_BYTES + " are allowed";
    }

    static String replyTooLarge(final int limit) {
        return "ERR reply is larger than " + limit + " bytes; ask for less at once";
    }

    /** EXEC itself is wrong: then the transaction is over. */
    static String abortedBy(final String error) {
        return "EXECABORT Transaction discarded because of: " + error.substring("ERR ".length());
    }

    static String arity(final String name) {
        return "ERR wrong number of arguments for '" + name + "' command";
    }

    static String unknownSubcommand(final String container, final String name) {
        return "ERR unknown subcommand '" + cut(name, SHOWN) + "'. Try " + container + " HELP.";
    }

    static String unknown(final Request request) {
        final StringBuilder words = new StringBuilder();
        for (int i = 1; i < request.count() && words.length() < SHOWN; i++) {
            words.append('\'').append(latin(request.word(i), SHOWN - words.length())).append("' ");
        }
        return "ERR unknown command '" + latin(request.word(0), SHOWN) + "', with args beginning with: "
            + words;
    }

    /** A word up to a zero, as Redis prints it, each byte a letter. */
    private static String latin(final byte[] word, final int most) {
        int length = 0;
        while (length < word.length && length < most && word[length] != 0) {
            length++;
        }
        return new String(word, 0, length, StandardCharsets.ISO_8859_1);
    }

    static String cut(final String text, final int most) {
        return text.length() <= most ? text : text.substring(0, most);
    }
}
