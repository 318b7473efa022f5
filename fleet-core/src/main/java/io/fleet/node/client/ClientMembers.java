package io.fleet.node.client;

import io.fleet.consensus.audience.BodyAudience;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.member.Members;
import io.fleet.node.config.GroupFingerprint;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.meta.GroupSettings;
import io.fleet.transport.Transport;
import java.util.function.IntConsumer;

/**
 * Who belongs to the group, as far as a remote client knows: whom it was told of at first, then what nodes say. It
 * matters for where packets go and for nothing else: an entry names the ballot that may order it, and no member.
 */
final class ClientMembers {
    private static final CoverageMark ADOPTED = CoverageMark.named("remote-client.group-founded-by-others");
    private static final CoverageMark FOLLOWED = CoverageMark.named("remote-client.newer-members");

    private final int[] told;
    private final GroupSettings settings;
    private final Transport transport;
    private final BodyAudience bodies;
    private Configuration known = Configuration.UNKNOWN;
    private int groupVersion;

    /** {@code told} founded the group, as long as nobody says otherwise. */
    ClientMembers(final int[] told, final GroupSettings settings, final Transport transport, final long seed) {
        bodies = new BodyAudience(seed);
        this.told = told.clone();
        this.transport = transport;
        this.settings = settings;
        groupVersion = GroupFingerprint.of(told, settings);
    }

    /** What messages to the group carry. */
    int configVersion() {
        return GroupFingerprint.carried(groupVersion, settings);
    }

    /** The nodes that are known to belong to the group; those that it was told of as long as nobody says otherwise. */
    int[] nodes() {
        return known.members().isEmpty() ? told.clone() : known.nodes();
    }

    /** The part of the voters that the body of a new entry goes to; see {@link BodyAudience#next}. */
    int bodyPart(final long ballot) {
        return bodies.next(ballot);
    }

    /** Who gets a body of that part; null for all. */
    int[] bodyNodes(final int part) {
        return bodies.nodes(part);
    }

    /** Answers to commands say which parts are open. */
    void onReplyBatch(final ReplyBatch answers) {
        bodies.hear(answers);
    }

    /** Those of them that reads may be sent to. */
    int[] replicas() {
        return known.members().isEmpty() ? told.clone() : known.replicas();
    }

    /** The version of the newest members that it has heard of; 0 for none. */
    long version() {
        return known.version();
    }

    /** A checksum of the settings that the client was given. */
    int settings() {
        return GroupFingerprint.ofAgreed(settings);
    }

    /**
     * A node says who belongs to the group. Members of a group with other settings are not listened to; nor are those
     * of another group, once this client has found one.
     *
     * @param version what the message carries.
     * @return whether the client has to say hello again, to new nodes or in another group version.
     */
    boolean onMembers(final int version, final Members message) {
        final Configuration news = message.configuration;
        final boolean isFirst = known.members().isEmpty();
        if (news.settings() != GroupFingerprint.ofSettings(settings) || news.members().isEmpty()
            || news.groupVersion() == GroupFingerprint.UNKNOWN
            || version != GroupFingerprint.carried(news.groupVersion(), settings)
            || !isFirst && (news.groupVersion() != groupVersion || news.version() <= known.version())) {
            return false;
        }
        if (news.groupVersion() != groupVersion) {
            ADOPTED.hit();
            groupVersion = news.groupVersion();
        }
        if (news.version() > 0) {
            FOLLOWED.hit();
        }
        known = news;
        bodies.members(news);
        connect();
        return true;
    }

    /** The nodes that the client was told of at first. */
    void forEachTold(final IntConsumer action) {
        for (final int node : told) {
            action.accept(node);
        }
    }

    /** Nodes that the client was told of at first, and that do not belong to the group any more. */
    void forEachFormer(final IntConsumer action) {
        if (!known.members().isEmpty()) {
            for (final int node : told) {
                if (known.member(node) == null) {
                    action.accept(node);
                }
            }
        }
    }

    /** Those who have gone come first: the client may have been told an address under another number. */
    private void connect() {
        for (final int node : transport.connected()) {
            if (known.member(node) == null) {
                transport.disconnect(node);
            }
        }
        for (final GroupMember member : known.members()) {
            transport.connect(member.node(),
                member.endpoint().isEmpty() ? transport.address(member.node()) : member.endpoint());
        }
    }
}
