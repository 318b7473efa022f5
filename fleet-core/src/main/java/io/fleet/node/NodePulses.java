package io.fleet.node;

import io.fleet.consensus.message.member.NodePulse;
import io.fleet.consensus.store.NodeLives;
import io.fleet.node.config.GroupFingerprint;
import io.fleet.node.config.NodeContext;
import io.fleet.node.identity.Lives;
import io.fleet.node.link.OutboundSender;
import io.fleet.wire.codec.WireLimits;
import java.util.concurrent.TimeUnit;

/**
 * Says that this node lives, in the place of all its groups that are quiet and have other members, and wakes them up
 * when another node does not say so any more. A node without such groups says nothing, and waits for nobody.
 */
final class NodePulses {
    /** After so many pulses without a word a node is looked after. */
    private static final int SILENT_PULSES = 4;
    /** For so many of the longest election timeouts of this node's groups. */
    private static final int LOOKED_AFTER_TIMEOUTS = 8;

    private final OutboundSender links;
    private final Lives lives;
    private final ApplyTurns turns;
    private final long lookedAfterNs;
    private final NodePulse pulse = new NodePulse();
    /** How often others say that they live; 0 for those that never have. */
    private final int[] intervalMillis = new int[WireLimits.MAX_NODE_ID + 1];
    private boolean started;
    private long sentNs;

    NodePulses(final NodeContext context, final OutboundSender links, final Lives lives, final ApplyTurns turns) {
        this.links = links;
        this.lives = lives;
        this.turns = turns;
        lookedAfterNs = LOOKED_AFTER_TIMEOUTS * TimeUnit.MILLISECONDS.toNanos(context.groups().stream()
            .mapToLong(spec -> spec.config().electionTimeoutMillis()).max().orElse(0));
    }

    /** Another node lives. */
    void onPulse(final int sender, final NodePulse message) {
        intervalMillis[sender] = message.intervalMillis;
    }

    /** Call in each duty cycle, when all groups have had their turns. */
    void doWork(final long nowNs) {
        final long everyNs = turns.pulseNs();
        if (everyNs == 0) {
            turns.onSilence(false);
            return;
        }
        if (started && nowNs - sentNs < everyNs) {
            return;
        }
        started = true;
        sentNs = nowNs;
        pulse.intervalMillis = (int) Math.max(1,
            Math.min(NodePulse.MAX_INTERVAL_MILLIS, TimeUnit.NANOSECONDS.toMillis(everyNs)));
        links.sendToOthers(0, GroupFingerprint.UNKNOWN, pulse);
        turns.onSilence(isAnySilent(nowNs));
    }

    /** Whether a node is silent that was heard before, though not for so long that all is done that it calls for. */
    private boolean isAnySilent(final long nowNs) {
        for (int node = 0; node < intervalMillis.length; node++) {
            final long heardNs = intervalMillis[node] == 0 ? NodeLives.UNHEARD : lives.heardNs(node);
            if (heardNs != NodeLives.UNHEARD && nowNs - heardNs < lookedAfterNs
                && nowNs - heardNs > SILENT_PULSES * TimeUnit.MILLISECONDS.toNanos(intervalMillis[node])) {
                return true;
            }
        }
        return false;
    }
}
