package io.fleet.testkit.checker;

import io.fleet.ec.wire.CodedCodecs;
import io.fleet.testkit.sim.PacketObserver;
import io.fleet.wire.MessageHandler;
import io.fleet.wire.WireDecoder;
import io.fleet.wire.codec.WireErrors;
import org.agrona.DirectBuffer;

/**
 * Reads every packet of a simulated network as it is sent and tells others of the messages. Reports a packet that its
 * own decoder refuses, and one that names another sender than the one that sent it.
 */
public final class WireChecker implements PacketObserver {
    private static final int NOBODYS_VERSION = -1;

    private final WireErrors errors = new WireErrors();
    private final WireDecoder decoder;
    private final int nodes;
    private final Violations violations;
    private final MessageHandler handler;
    private int sender;

    /**
     * Creates a witness.
     *
     * @param clusterId  whose packets these are.
     * @param nodes      how many nodes there are; senders above their ids are clients.
     * @param violations where it reports.
     * @param handler    told of every message.
     */
    public WireChecker(final long clusterId, final int nodes, final Violations violations,
                       final MessageHandler handler) {
        this(clusterId, nodes, NOBODYS_VERSION, violations, handler);
    }

    /**
     * Creates a witness.
     *
     * @param clusterId      whose packets these are.
     * @param nodes          how many nodes there are; senders above their ids are clients.
     * @param foreignVersion messages that carry this version of the configuration come from elsewhere, and are ignored.
     * @param violations     where it reports.
     * @param handler        told of every other message.
     */
    public WireChecker(final long clusterId, final int nodes, final int foreignVersion, final Violations violations,
                       final MessageHandler handler) {
        this.nodes = nodes;
        this.violations = violations;
        decoder = WireDecoder.ofObserver(clusterId, errors, CodedCodecs.catalog());
        this.handler = (groupId, configVersion, from, message) -> {
            if (configVersion == foreignVersion) {
                return;
            }
            if (from != sender) {
                violations.report("endpoint " + sender + " sent a message of type " + message.name()
                    + " in the name of " + from);
            }
            handler.onMessage(groupId, configVersion, from, message);
        };
    }

    @Override
    public void onPacket(final int from, final DirectBuffer buffer, final int offset, final int length) {
        sender = from < nodes ? from : -1;
        final long before = errors.total();
        decoder.decode(buffer, offset, length, handler);
        if (errors.total() != before) {
            violations.report("endpoint " + from + " sent a packet of " + length + " bytes that cannot be read; "
                + errors);
        }
    }
}
