package io.fleet.verify.fuzz;

import io.fleet.ClientConfig;
import io.fleet.Member;
import io.fleet.NodeConfig;
import io.fleet.TransportKind;
import io.fleet.config.Dissemination;
import io.fleet.config.GroupConfig;
import io.fleet.config.Persistence;
import io.fleet.config.ReplierPolicy;
import io.fleet.config.WriteQuorum;
import io.fleet.error.ConfigException;
import io.fleet.testkit.workload.RegisterMachine;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Settings of groups, nodes and clients, each number from the input. Declared: {@link ConfigException}; a setting that
 * was taken is told as it was given.
 */
final class ConfigTarget implements FuzzTarget {
    private static final long[] PLAIN = {0, 0, 0, 0, 0, 4_096, 8_192, 67_108_864, 65_536, 1_048_576, 1_048_576, 1_024,
        10_000, 60_000, 64, 400, 50, 20, 5_000, 100, 7, 1, 3, 1_000, 0};
    private static final String MEMBERS = "localhost:7000,[::1]:7001,127.0.0.1:65535";
    private static final long BOUND = 256 * 1024;

    /** The most that the first settings of a group may be, as their documentation says. */
    private static final int[] MOST = {65_536, 1_048_576, 1_073_741_824, 8_388_608, 8_388_608, 8_388_608, 65_536,
        1_000_000, 86_400_000, 65_536, 60_000, 10_000, 10_000, 600_000};

    private ByteBuffer numbers;

    @Override
    public String name() {
        return "config";
    }

    @Override
    public List<byte[]> seeds() {
        final byte[] text = MEMBERS.getBytes(StandardCharsets.UTF_8);
        final ByteBuffer seed = ByteBuffer.allocate(PLAIN.length * Long.BYTES + text.length)
            .order(ByteOrder.LITTLE_ENDIAN);
        for (final long number : PLAIN) {
            seed.putLong(number);
        }
        return List.of(seed.put(text).array());
    }

    @Override
    public String run(final byte[] input, final AllocationMeter meter) {
        numbers = ByteBuffer.wrap(input).order(ByteOrder.LITTLE_ENDIAN);
        try {
            meter.within(BOUND + 64L * input.length, this::build);
            return Fuzzer.TAKEN;
        } catch (final ConfigException e) {
            Check.that(e.getMessage() != null && !e.getMessage().isBlank(), "a refusal says nothing");
            return e.getMessage().replaceAll("'.*?'|\\[.*", "");
        }
    }

    private void build() {
        final GroupConfig config = group();
        final List<Member> members = members();
        final NodeConfig.Builder builder = NodeConfig.builder().clusterId(1).nodeId(nextInt()).members(members)
            .directory(Path.of("unused")).group(nextInt() - 1, config, RegisterMachine::new);
        final int more = nextInt();
        for (int i = 0; i < Math.min(more, 300); i++) {
            builder.directory(Path.of("unused-" + i));
        }
        final int entries = nextInt();
        final NodeConfig node = builder.snapshotEntries(entries).build();
        Check.that(node.snapshotEntries() == entries && node.members().size() == members.size(), "settings differ");
        final ClientConfig client = new ClientConfig(1, nextInt(), config, members, "localhost", TransportKind.MDC,
            "224.0.1.37:40456", null);
        Check.that(client.members().equals(members), "the client's members differ");
    }

    private GroupConfig group() {
        final int[] given = new int[14];
        final int persistence = nextInt();
        final int copies = nextInt();
        final int hedge = nextInt();
        final int dissemination = nextInt();
        final int replier = nextInt();
        for (int i = 0; i < given.length; i++) {
            given[i] = nextInt();
        }
        final GroupConfig config = GroupConfig.scattered()
            .withPersistence(one(Persistence.values(), persistence))
            .withCopies(one(WriteQuorum.values(), copies)).withHedgeMillis(hedge)
            .withDissemination(one(Dissemination.values(), dissemination))
            .withReplierPolicy(one(ReplierPolicy.values(), replier))
            .withWindowEntries(given[0]).withPendingEntries(given[1]).withPendingBytes(given[2])
            .withMaxBatchBytes(given[3]).withMaxCommandBytes(given[4]).withMaxReplyBytes(given[5])
            .withClientWindow(given[6]).withMaxSessions(given[7]).withSessionTimeoutMillis(given[8])
            .withReplierQueueBound(given[9]).withElectionTimeoutMillis(given[10]).withHeartbeatMillis(given[11])
            .withResendMillis(given[12]).withRequestTimeoutMillis(given[13]).withRetryMillis(nextInt()).check();
        Check.that(config.windowEntries() == given[0] && config.pendingEntries() == given[1]
            && config.pendingBytes() == given[2] && config.maxBatchBytes() == given[3]
            && config.maxCommandBytes() == given[4] && config.maxReplyBytes() == given[5]
            && config.clientWindow() == given[6] && config.maxSessions() == given[7]
            && config.replierQueueBound() == given[9] && config.heartbeatMillis() == given[11],
            "a setting is not what was given");
        for (int i = 0; i < given.length; i++) {
            Check.that(given[i] > 0 && given[i] <= MOST[i], "setting " + i + " is taken as " + given[i]);
        }
        return config;
    }

    private List<Member> members() {
        final int from = Math.min(PLAIN.length * Long.BYTES, numbers.capacity());
        final String text = new String(numbers.array(), from, numbers.capacity() - from, StandardCharsets.UTF_8);
        final List<Member> members = new ArrayList<>();
        for (final String word : text.split(",", -1)) {
            members.add(Member.parse(members.size() + 6, word));
            if (members.size() == 70) {
                break;
            }
        }
        return members;
    }

    private int nextInt() {
        return numbers.remaining() < Long.BYTES ? 0 : (int) numbers.getLong();
    }

    private static <E> E one(final E[] values, final int index) {
        return index == -1 ? null : values[Math.floorMod(index, values.length)];
    }
}
