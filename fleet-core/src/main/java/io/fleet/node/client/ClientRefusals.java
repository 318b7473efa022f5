package io.fleet.node.client;

import io.fleet.consensus.message.client.ClientRefused;
import io.fleet.error.ConfigException;
import io.fleet.storage.coverage.CoverageMark;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Which nodes have refused a remote client lately. One node alone proves little: it may not host the group yet, or be
 * the only one with other settings. So a client ends when most of the nodes that it was given refuse it. One that was
 * heard by its group before ends only where that group has gone for good, since another one was set up in its place.
 */
final class ClientRefusals {
    private static final CoverageMark ENDED = CoverageMark.named("client-refusals.most-nodes-refuse");
    private static final CoverageMark FEW = CoverageMark.named("client-refusals.too-few-nodes-refuse");
    /** So long after most nodes have refused it, a client waits for another one to take it in. */
    private static final long REFUSED_NS = 300_000_000L;
    /**
     * As long as a client has heard its group within this time, nobody refuses it. A refusal lasts no longer. A client
     * that has heard nothing for so long looks for the group where it found it first.
     */
    static final long SILENCE_NS = 3_000_000_000L;
    private static final int MAX_NODES = 64;
    private static final long NEVER = Long.MIN_VALUE;

    /** What a node has said last. */
    private static final class Refusal {
        private final ConfigException why;
        private final int reason;
        private long lastNs;

        Refusal(final ConfigException why, final int reason) {
            this.why = why;
            this.reason = reason;
        }
    }

    private final int most;
    private final Map<Integer, Refusal> refusals = new LinkedHashMap<>();
    private boolean everHeard;
    private long lastHeardNs;
    private long mostSinceNs = NEVER;

    /** {@code given} is how many nodes the client was given. */
    ClientRefusals(final int given) {
        most = given / 2 + 1;
    }

    /** Something of the group has come: whatever nodes said before counts for nothing. */
    void onHeard(final long nowNs) {
        everHeard = true;
        lastHeardNs = nowNs;
        if (!refusals.isEmpty()) {
            refusals.clear();
            mostSinceNs = NEVER;
        }
    }

    /** A node refuses the client, for one of the reasons of {@link ClientRefused}; the first text of each counts. */
    void onRefused(final int node, final int reason, final Supplier<ConfigException> why, final long nowNs) {
        Refusal refusal = refusals.get(node);
        if (refusal == null || refusal.reason != reason) {
            if (refusal == null && refusals.size() >= MAX_NODES) {
                return;
            }
            refusal = new Refusal(why.get(), reason);
            refusals.put(node, refusal);
        }
        refusal.lastNs = nowNs;
    }

    /** Why the client is to end; null as long as somebody may take it in. */
    ConfigException toEndBy(final long nowNs) {
        if (refusals.isEmpty()) {
            return null;
        }
        refusals.values().removeIf(each -> nowNs - each.lastNs > SILENCE_NS);
        ConfigException first = null;
        int count = 0;
        for (final Refusal each : refusals.values()) {
            if (!everHeard || each.reason == ClientRefused.BIRTH) {
                first = first == null ? each.why : first;
                count++;
            }
        }
        if (count < most) {
            FEW.hit();
            mostSinceNs = NEVER;
            return null;
        }
        if (mostSinceNs == NEVER) {
            mostSinceNs = nowNs;
        }
        if (nowNs - mostSinceNs < REFUSED_NS || everHeard && nowNs - lastHeardNs <= SILENCE_NS) {
            return null;
        }
        ENDED.hit();
        return first;
    }
}
