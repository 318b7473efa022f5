package io.fleet.examples.kv.server;

import io.fleet.examples.kv.resp.RespLimits;
import io.fleet.examples.kv.store.KvLimits;
import io.fleet.examples.kv.store.StoreKind;
import picocli.CommandLine.Option;

/** The options of a command that say what the connections to a RESP port may take, checked together. */
final class ClientOptions {
    private static final int MAX_TIMEOUT_SECONDS = 31_536_000;
    private static final int MAX_UNANSWERED = 16_777_216;
    /** So many of the longest commands may be without an answer, where memory suffices. */
    private static final int LONGEST_AT_ONCE = 4;
    private static final String FORM = "[0-9]{1,18}(:[0-9]{1,18})?";

    @Option(names = "--client-memory", paramLabel = "BYTES",
        description = "what all connections to a RESP port may hold together; where they would hold more, some are "
            + "closed (default: a quarter of the largest heap, shared by the ports of this process)")
    private Long memory;
    @Option(names = "--client-timeout", paramLabel = "SECONDS", defaultValue = "0",
        description = "closes connections from which no request came for so long; 0 for never (default: "
            + "${DEFAULT-VALUE})")
    private int timeout;
    @Option(names = "--max-unanswered", paramLabel = "COMMANDS[:BYTES]",
        description = "how many commands all connections to a RESP port may have without an answer, and how many bytes "
            + "of them; what comes above that is not applied, and is answered so at once (default: "
            + RespLimits.UNANSWERED_COMMANDS + ", and 64 MiB or four of the longest commands, but at most a quarter of "
            + "--client-memory)")
    private String unanswered;

    /** What is asked for, in a process with so many RESP ports before groups of such limits. */
    RespLimits checked(final int servers, final KvLimits limits, final OptionChecks checks) {
        checks.range("--client-memory", memory, RespLimits.LEAST_BYTES, StoreKind.MAX_BYTES);
        checks.range("--client-timeout", timeout, 0, MAX_TIMEOUT_SECONDS);
        final long bytes = memory == null ? RespLimits.standard(servers).memoryBytes() : memory;
        final long wanted = Math.max(RespLimits.UNANSWERED_BYTES, (long) LONGEST_AT_ONCE * limits.messageBytes());
        final long standard = RespLimits.unansweredBytes(bytes, wanted);
        if (unanswered == null) {
            return new RespLimits(bytes, timeout, RespLimits.UNANSWERED_COMMANDS, standard);
        }
        if (!unanswered.matches(FORM)) {
            throw checks.wrong("--max-unanswered is '" + unanswered + "', but must be COMMANDS[:BYTES], such as 10000"
                + " or 10000:16777216");
        }
        final String[] parts = unanswered.split(":");
        final long commands = checks.range("commands of --max-unanswered", Long.parseLong(parts[0]), 1,
            MAX_UNANSWERED);
        return new RespLimits(bytes, timeout, (int) commands, parts.length == 1 ? standard
            : checks.range("bytes of --max-unanswered", Long.parseLong(parts[1]), 1, StoreKind.MAX_BYTES));
    }
}
