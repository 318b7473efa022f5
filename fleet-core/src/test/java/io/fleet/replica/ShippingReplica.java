package io.fleet.replica;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.ModeCounter;
import io.fleet.consensus.message.replication.Effects;
import io.fleet.fixture.machine.MemorySnapshot;
import io.fleet.fixture.network.RecordingOutbound;
import io.fleet.replica.effects.EffectExchange;
import io.fleet.replica.speculation.SpeculationMeans;
import java.util.List;

/** One of two replicas between which effects travel; both answer all. */
final class ShippingReplica {
    static final int LEADER = 7;
    static final long BALLOT = 1L << 16 | LEADER;

    final RecordingOutbound out = new RecordingOutbound(2);
    final ShippingDraftMachine machine = new ShippingDraftMachine();
    final ManualPool pool = new ManualPool();
    final EffectExchange exchange = new EffectExchange();
    final ToldFailures failures = new ToldFailures();
    final Replica replica;
    long nowNs;
    private final OrderedEntries log;
    private final boolean isLeading;

    ShippingReplica(final GroupConfig config, final OrderedEntries log, final boolean isLeading) {
        this.log = log;
        this.isLeading = isLeading;
        replica = new Replica(config, machine, new SkippingLog(), out, new GroupCounters(), failures);
        replica.speculate(new SpeculationMeans(pool, () -> {}, exchange));
    }

    ShippingReplica cycle() {
        exchange.begin(nowNs, BALLOT, isLeading);
        replica.doWork(log, BALLOT);
        exchange.doWork(out);
        return this;
    }

    /** What it has sent to others since this was asked last. */
    List<Effects> takeSent() {
        final List<Effects> sent = out.all(Effects.class);
        out.sent.removeIf(each -> each.message() instanceof Effects);
        return sent;
    }

    void hear(final List<Effects> effects) {
        effects.forEach(each -> exchange.onEffects(LEADER, each, replica.applied()));
    }

    String takeCalls() {
        final String calls = String.join(", ", machine.calls);
        machine.calls.clear();
        return calls;
    }

    long counted(final String name) {
        return replica.counters().stream().filter(counter -> counter.name().endsWith(name))
            .map(ModeCounter::counter).findFirst().orElseThrow().get();
    }

    void assertSame(final ShippingReplica other) {
        assertEquals(other.replica.applied(), replica.applied());
        assertEquals(Answers.of(other.out), Answers.of(out));
        assertEquals(other.replica.digest().soFar(replica.applied()),
            replica.digest().soFar(replica.applied()));
        assertArrayEquals(MemorySnapshot.of(other.replica::writeSnapshot), MemorySnapshot.of(replica::writeSnapshot));
    }
}
