package io.fleet.consensus.membership;

import io.fleet.storage.Life;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Configurations in bytes: the body of an entry, a part of a snapshot, and of messages. The version is not in them: an
 * entry has it as its LSN, and whatever else holds one tells it beside.
 *
 * <pre>
 * byte format (2, 3 with observers, 4 with witnesses, 5 with another quorum system than a majority)
 * | byte quorum system (0: majority of the voters, 1: storage groups, 2: grid) | int number
 * | int group version | int settings
 * | byte count | count times: short node | byte slot | byte kind | short replaces | byte length
 *              | int least number of a life | endpoint in UTF-8
 * | in format 5: the places, then byte quorum system of before (255: none) and its places
 * </pre>

 * <p>Places are a byte count of groups or rows, and of each a byte count and as many times a short node.
 *
 * <p>The kind is 0 for a learner, 1 for a voter, 2 for an observer, 3 for a witness that learns, 4 for one that votes.
 * Formats 3 to 5 are told where there are observers, witnesses or other quorums, so that versions that know of none say
 * so. Format 1
 * told nothing of lives. It is read.
 */
public final class ConfigurationCodec {
    /** The most bytes of an endpoint. */
    public static final int MAX_ENDPOINT = 255;
    /** The most bytes of a configuration. */
    public static final int MAX_LENGTH = 15 + Configuration.SLOTS * (11 + MAX_ENDPOINT) + 2 * (1
        + QuorumCodec.MAX_LENGTH);
    /** The highest node id. */
    public static final int MAX_NODE = 1023;

    private static final byte FORMAT = 2;
    private static final byte FORMAT_WITH_OBSERVERS = 3;
    private static final byte FORMAT_WITH_WITNESSES = 4;
    private static final byte FORMAT_WITH_QUORUMS = 5;
    private static final byte FORMAT_WITHOUT_LIVES = 1;
    private static final byte LEARNER = 0;
    private static final byte VOTER = 1;
    private static final byte OBSERVER = 2;
    private static final byte WITNESS_LEARNER = 3;
    private static final byte WITNESS = 4;
    private static final int HEAD = 15;
    private static final int LIFE_OFFSET = 7;
    private static final int MEMBER_HEAD = LIFE_OFFSET + 4;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    private ConfigurationCodec() {
    }

    /**
     * Writes a configuration.
     *
     * @param configuration which.
     * @param buffer        where to.
     * @param offset        of its first byte.
     * @return how many bytes it takes, {@link #MAX_LENGTH} at most.
     */
    public static int encode(final Configuration configuration, final MutableDirectBuffer buffer, final int offset) {
        buffer.putByte(offset, format(configuration));
        buffer.putByte(offset + 1, QuorumCodec.kind(configuration.quorums()));
        buffer.putInt(offset + 2, configuration.number(), ORDER);
        buffer.putInt(offset + 6, configuration.groupVersion(), ORDER);
        buffer.putInt(offset + 10, configuration.settings(), ORDER);
        buffer.putByte(offset + 14, (byte) configuration.members().size());
        int at = offset + HEAD;
        for (final GroupMember member : configuration.members()) {
            final byte[] endpoint = member.endpoint().getBytes(StandardCharsets.UTF_8);
            if (endpoint.length > MAX_ENDPOINT) {
                throw new IllegalArgumentException("endpoint " + member.endpoint() + " has " + endpoint.length
                    + " bytes, but must have at most " + MAX_ENDPOINT);
            }
            buffer.putShort(at, (short) member.node(), ORDER);
            buffer.putByte(at + 2, (byte) member.slot());
            buffer.putByte(at + 3, kind(member));
            buffer.putShort(at + 4, (short) member.replaces(), ORDER);
            buffer.putByte(at + 6, (byte) endpoint.length);
            buffer.putInt(at + LIFE_OFFSET, member.leastNumber(), ORDER);
            buffer.putBytes(at + MEMBER_HEAD, endpoint);
            at += MEMBER_HEAD + endpoint.length;
        }
        if (format(configuration) == FORMAT_WITH_QUORUMS) {
            at += QuorumCodec.encode(configuration.quorums(), buffer, at);
            buffer.putByte(at++, QuorumCodec.kind(configuration.before()));
            at += configuration.before() == null ? 0 : QuorumCodec.encode(configuration.before(), buffer, at);
        }
        return at - offset;
    }

    /**
     * How many bytes a configuration takes.
     *
     * @param configuration which.
     * @return what {@link #encode} would return.
     */
    public static int length(final Configuration configuration) {
        int length = HEAD;
        for (final GroupMember member : configuration.members()) {
            length += MEMBER_HEAD + member.endpoint().getBytes(StandardCharsets.UTF_8).length;
        }
        if (format(configuration) == FORMAT_WITH_QUORUMS) {
            length += QuorumCodec.length(configuration.quorums()) + 1
                + (configuration.before() == null ? 0 : QuorumCodec.length(configuration.before()));
        }
        return length;
    }

    /**
     * Reads a configuration.
     *
     * @param buffer  where it is.
     * @param offset  of its first byte.
     * @param length  how many bytes there are; all of them must be its own.
     * @param version its version.
     * @return the configuration; null when the bytes are none.
     */
    public static Configuration decode(final DirectBuffer buffer, final int offset, final int length,
                                       final long version) {
        if (length < HEAD || length > MAX_LENGTH || version < 0
            || buffer.getByte(offset) < FORMAT_WITHOUT_LIVES || buffer.getByte(offset) > FORMAT_WITH_QUORUMS
            || buffer.getByte(offset) < FORMAT_WITH_QUORUMS && buffer.getByte(offset + 1) != QuorumCodec.MAJORITY) {
            return null;
        }
        final int count = buffer.getByte(offset + 14) & 0xFF;
        final int number = buffer.getInt(offset + 2, ORDER);
        final int groupVersion = buffer.getInt(offset + 6, ORDER);
        if (count > Configuration.SLOTS || number < 0 || groupVersion < 0) {
            return null;
        }
        final List<GroupMember> members = new ArrayList<>();
        final int head = buffer.getByte(offset) == FORMAT_WITHOUT_LIVES ? LIFE_OFFSET : MEMBER_HEAD;
        final int end = offset + length;
        int at = offset + HEAD;
        for (int i = 0; i < count; i++) {
            if (at + head > end || at + head + (buffer.getByte(at + 6) & 0xFF) > end) {
                return null;
            }
            final GroupMember member = member(buffer, at, head);
            if (member == null || !isSound(member, buffer.getByte(at + 3), members)
                || member.isObserver() && buffer.getByte(offset) < FORMAT_WITH_OBSERVERS
                || member.isWitness() && buffer.getByte(offset) < FORMAT_WITH_WITNESSES) {
                return null;
            }
            members.add(member);
            at += head + (buffer.getByte(at + 6) & 0xFF);
        }
        final Configuration read =
            new Configuration(version, number, groupVersion, buffer.getInt(offset + 10, ORDER), members);
        final byte format = buffer.getByte(offset);
        if (format == FORMAT_WITH_QUORUMS) {
            return QuorumCodec.decode(read, buffer.getByte(offset + 1), buffer, at, end);
        }
        return at == end && (format == FORMAT_WITHOUT_LIVES || format == format(read)) ? read : null;
    }

    /**
     * Reads the configuration of a chosen entry, without which a node cannot tell who votes on what comes next.
     *
     * @param buffer  where it is.
     * @param offset  of its first byte.
     * @param length  how many bytes there are.
     * @param version its version, the LSN of the entry.
     * @return the configuration.
     * @throws IllegalStateException when the bytes are none of a format that this version knows.
     */
    public static Configuration require(final DirectBuffer buffer, final int offset, final int length,
                                        final long version) {
        final Configuration read = decode(buffer, offset, length, version);
        if (read == null) {
            throw new IllegalStateException("the configuration at LSN " + version + ", " + length + " bytes"
                + (length > 0 ? " of format " + (buffer.getByte(offset) & 0xFF) : "") + ", cannot be read: this version"
                + " of the library reads formats " + FORMAT_WITHOUT_LIVES + " to " + FORMAT_WITH_QUORUMS
                + ", of at most " + MAX_LENGTH + " bytes");
        }
        return read;
    }

    /**
     * Reads an endpoint.
     *
     * @param buffer where it is.
     * @param offset of its first byte.
     * @param length how many bytes there are; within the buffer.
     * @return the endpoint; null when the bytes are no UTF-8.
     */
    public static String endpoint(final DirectBuffer buffer, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        final String text = new String(bytes, StandardCharsets.UTF_8);
        return Arrays.equals(bytes, text.getBytes(StandardCharsets.UTF_8)) ? text : null;
    }

    private static byte format(final Configuration configuration) {
        return !configuration.quorums().isMajority() || configuration.before() != null ? FORMAT_WITH_QUORUMS
            : configuration.witnesses() != 0 ? FORMAT_WITH_WITNESSES
            : configuration.observers() != 0 ? FORMAT_WITH_OBSERVERS : FORMAT;
    }

    private static byte kind(final GroupMember member) {
        return switch (member.role()) {
            case FULL -> member.voter() ? VOTER : LEARNER;
            case REPLICA -> OBSERVER;
            case STORAGE -> member.voter() ? WITNESS : WITNESS_LEARNER;
        };
    }

    private static MemberRole role(final byte kind) {
        return switch (kind) {
            case OBSERVER -> MemberRole.REPLICA;
            case WITNESS, WITNESS_LEARNER -> MemberRole.STORAGE;
            default -> MemberRole.FULL;
        };
    }

    private static GroupMember member(final DirectBuffer buffer, final int at, final int head) {
        final String endpoint = endpoint(buffer, at + head, buffer.getByte(at + 6) & 0xFF);
        final byte kind = buffer.getByte(at + 3);
        return endpoint == null ? null : new GroupMember(buffer.getShort(at, ORDER), buffer.getByte(at + 2),
            kind == VOTER || kind == WITNESS, buffer.getShort(at + 4, ORDER), endpoint,
            head == MEMBER_HEAD ? buffer.getInt(at + LIFE_OFFSET, ORDER) : 0, role(kind));
    }

    private static boolean isSound(final GroupMember member, final int kind, final List<GroupMember> before) {
        if (member.node() < 0 || member.node() > MAX_NODE || member.slot() < 0 || member.slot() >= Configuration.SLOTS
            || kind < LEARNER || kind > WITNESS || member.isObserver() && member.replaces() != GroupMember.NOBODY
            || member.leastNumber() < 0 || member.leastNumber() > Life.MAX_NUMBER
            || member.replaces() < GroupMember.NOBODY || member.replaces() > MAX_NODE) {
            return false;
        }
        for (final GroupMember other : before) {
            if (other.node() == member.node() || other.slot() >= member.slot()) {
                return false;
            }
        }
        return true;
    }
}
