package io.fleet.verify.fuzz;

import io.fleet.consensus.message.Message;
import io.fleet.ec.wire.CodedCodecs;
import io.fleet.ec.wire.sbe.LearnedDecoder;
import io.fleet.testkit.wire.AllMessages;
import io.fleet.wire.WireDecoder;
import io.fleet.wire.WireEncoder;
import io.fleet.wire.WireIdentity;
import io.fleet.wire.codec.PacketChecksum;
import io.fleet.wire.codec.WireErrors;
import io.fleet.wire.sbe.ClientRefusedDecoder;
import io.fleet.wire.sbe.LeaderFitnessDecoder;
import io.fleet.wire.sbe.MemberChangeDecoder;
import io.fleet.wire.sbe.MembersDecoder;
import io.fleet.wire.sbe.RejectEntryDecoder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Packets. Nothing is thrown and nothing allocated; a packet is handed over or counted, once. What was handed over can
 * be encoded, and decodes and encodes to the same bytes again; one of the present version is those bytes.
 */
final class WireTarget implements FuzzTarget {
    private static final long CLUSTER = 0x1122334455667788L;
    private static final int TEMPLATE_OFFSET = 2;
    private static final int VERSION_OFFSET = 6;
    private static final int HEADER_END = 8;
    /** Messages with lines, which may be longer than ours, as those of a newer version are. */
    private static final Set<String> LINES = Set.of("ACK", "FETCH_BODY", "ORDER", "PROMISE", "STEPS", "DECISIONS",
        "READY", "SEGMENT_ACKS", "FETCH_SEGMENTS", "STANDING_ANSWER", "PARTS_GONE");
    private static final Set<Integer> TEXTS = Set.of(MembersDecoder.TEMPLATE_ID, MemberChangeDecoder.TEMPLATE_ID,
        ClientRefusedDecoder.TEMPLATE_ID, RejectEntryDecoder.TEMPLATE_ID, LeaderFitnessDecoder.TEMPLATE_ID,
        LearnedDecoder.TEMPLATE_ID);
    private static final long NAMES_BYTES = 4096;
    private static final long NAMES_FACTOR = 64;
    private static final String CORPUS = "wire/";

    private final WireErrors errors = new WireErrors();
    private final WireDecoder decoder = WireDecoder.ofObserver(CLUSTER, errors, CodedCodecs.catalog());
    private final Map<String, WireIdentity> identities = new HashMap<>();
    private final Map<WireIdentity, WireEncoder> encoders = new IdentityHashMap<>();
    private final PacketChecksum checksum = new PacketChecksum();
    private final List<byte[]> seeds = new ArrayList<>();
    private final int[] handed = new int[1];
    private byte[] encoded;
    private String type;

    WireTarget() {
        AllMessages.names().forEach(name -> seeds.add(corpus(name + ".hex")));
    }

    private static byte[] corpus(final String file) {
        try (InputStream in = WireTarget.class.getResourceAsStream(CORPUS + file)) {
            return in == null ? null
                : HexFormat.of().parseHex(new String(in.readAllBytes(), StandardCharsets.US_ASCII).strip());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String name() {
        return "wire";
    }

    @Override
    public List<byte[]> seeds() {
        return seeds;
    }

    @Override
    public void seal(final byte[] input) {
        if (input.length > PacketChecksum.LENGTH) {
            checksum.seal(new UnsafeBuffer(input), 0, input.length - PacketChecksum.LENGTH);
        }
    }

    @Override
    public String run(final byte[] input, final AllocationMeter meter) {
        final UnsafeBuffer packet = new UnsafeBuffer(input.clone());
        final long[] before = counts();
        handed[0] = 0;
        meter.within(allowed(input), () -> decoder.decode(packet, 0, input.length, (group, config, sender,
                                                                                    message) -> handed[0]++));
        final long[] after = counts();
        long dropped = 0;
        String cause = "";
        for (int i = 0; i < after.length; i++) {
            dropped += after[i] - before[i];
            cause += after[i] > before[i] ? WireErrors.Cause.values()[i] : "";
        }
        Check.that(dropped + handed[0] == 1, "a packet was handed over " + handed[0] + " times and dropped " + dropped);
        if (handed[0] == 0) {
            return cause + " template "
                + (input.length > TEMPLATE_OFFSET ? (char) ('A' + input[TEMPLATE_OFFSET] % 26) : "");
        }
        Check.same("the packet", input, packet.byteArray());
        final byte[] first = again(input);
        final byte[] second = again(first);
        Check.same("decoded and encoded twice", first, second);
        Check.that(!Arrays.equals(input, VERSION_OFFSET, HEADER_END, first, VERSION_OFFSET, HEADER_END)
            || blockLength(input) >= blockLength(first), type + ": the block is too short for its version");
        final boolean present = Arrays.equals(input, 0, TEMPLATE_OFFSET, first, 0, TEMPLATE_OFFSET)
            && Arrays.equals(input, VERSION_OFFSET, HEADER_END, first, VERSION_OFFSET, HEADER_END)
            && (!LINES.contains(type) || input.length == first.length && lineLength(input) == lineLength(first));
        Check.that(!present || Arrays.equals(input, first),
            type + ": a packet of the present version is not what its message encodes to");
        return Fuzzer.TAKEN + " " + type + (present ? "" : " of another version");
    }

    /** Names of hosts and what people are told become text, in proportion to the packet; nothing else is kept. */
    private static long allowed(final byte[] packet) {
        final int template = packet.length < VERSION_OFFSET ? -1
            : packet[TEMPLATE_OFFSET] & 0xFF | (packet[TEMPLATE_OFFSET + 1] & 0xFF) << 8;
        return TEXTS.contains(template) ? NAMES_BYTES + NAMES_FACTOR * packet.length : 0;
    }

    /** How long a line is said to be, also where there is none: the group follows the block. */
    private static int lineLength(final byte[] packet) {
        final int at = HEADER_END + blockLength(packet);
        return packet[at] & 0xFF | (packet[at + 1] & 0xFF) << 8;
    }

    private static int blockLength(final byte[] packet) {
        return packet[0] & 0xFF | (packet[1] & 0xFF) << 8;
    }

    private byte[] again(final byte[] packet) {
        encoded = null;
        decoder.decode(new UnsafeBuffer(packet), 0, packet.length, this::encode);
        Check.that(encoded != null, "a packet that was encoded from a decoded message is dropped: " + errors);
        return encoded;
    }

    private void encode(final int group, final int config, final int sender, final Message message) {
        final WireIdentity identity = identities.computeIfAbsent(sender + "@" + decoder.clusterId(),
            key -> new WireIdentity(decoder.clusterId(), sender)).birthId(decoder.birthId()).life(decoder.life());
        final WireEncoder encoder = encoders.computeIfAbsent(identity,
            key -> new WireEncoder(key, CodedCodecs.catalog()));
        encoded = encoder.encode(group, config, message).toBytes();
        type = message.name();
    }

    private long[] counts() {
        return Arrays.stream(WireErrors.Cause.values()).mapToLong(errors::count).toArray();
    }
}
