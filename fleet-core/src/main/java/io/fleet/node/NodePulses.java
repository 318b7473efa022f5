package io.fleet.node;

import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.message.member.NodePulse;
import io.fleet.consensus.store.NodeLives;
import io.fleet.node.config.GroupFingerprint;
import io.fleet.node.config.NodeContext;
import io.fleet.node.identity.Lives;
import io.fleet.node.link.OutboundSender;
import io.fleet.wire.codec.WireLimits;
import java.util.concurrent.TimeUnit;

/**
 * Says that this node lives, in the place of all its groups that are quiet, and wakes them up when another node does
 * not say so any more. A node without such groups says nothing.
 */
final class NodePulses {
    /** After so many pulses without a word a node is looked after. */
    private static final int SILENT_PULSES = 4;
    /** For so many of its groups' longest election timeouts. */
    private static final int LOOKED_AFTER_TIMEOUTS = 8;
    /** A group that was quiet so long ago, in its rests, may still be. */
    private static final int RESTS = 8;

    /** Where there are no groups. */
    private static final long NOBODYS_MILLIS = 1_000;

    private final OutboundSender links;
    private final Lives lives;
    private final ApplyTurns turns;
    private final IntervalTimer timer;
    private final long silentNs;
    private final long lookedAfterNs;
    private final NodePulse pulse = new NodePulse();

    NodePulses(final NodeContext context, final OutboundSender links, final Lives lives, final ApplyTurns turns) {
        this.links = links;
        this.lives = lives;
        this.turns = turns;
        final long everyNs = TimeUnit.MILLISECONDS.toNanos(context.groups().stream()
            .mapToLong(spec -> spec.config().heartbeatMillis()).min().orElse(NOBODYS_MILLIS));
        timer = new IntervalTimer(everyNs);
        silentNs = SILENT_PULSES * everyNs;
        lookedAfterNs = LOOKED_AFTER_TIMEOUTS * TimeUnit.MILLISECONDS.toNanos(context.groups().stream()
            .mapToLong(spec -> spec.config().electionTimeoutMillis()).max().orElse(NOBODYS_MILLIS));
    }

    /** Call in each duty cycle, when all groups have had their turns. */
    void doWork(final long nowNs) {
        if (timer.isDue(nowNs) && turns.wasQuiet(RESTS * GroupTurns.LONGEST_QUIET_NS)) {
            links.sendToOthers(0, GroupFingerprint.UNKNOWN, pulse);
            turns.onSilence(isAnySilent(nowNs));
        }
    }

    /** Whether a node is silent that was heard before, though not for so long that all is done that it calls for. */
    private boolean isAnySilent(final long nowNs) {
        for (int node = 0; node <= WireLimits.MAX_NODE_ID; node++) {
            final long heardNs = lives.heardNs(node);
            if (heardNs != NodeLives.UNHEARD && nowNs - heardNs > silentNs && nowNs - heardNs < lookedAfterNs) {
                return true;
            }
        }
        return false;
    }
}
