package io.fleet.bench.micro;

import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.transport.Packet;
import io.fleet.transport.Transport;
import io.fleet.wire.WireEncoder;
import io.fleet.wire.WireIdentity;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** One body from where its batch is to where a transport has it: with its checksum, but without the transport. */
public class SendBenchmark extends NanoBenchmark {
    /** Bytes of the body. */
    @Param({"64", "4096", "65536"})
    public int length;

    private final WireEncoder encoder = new WireEncoder(new WireIdentity(1, -1));
    private final UnsafeBuffer own = new UnsafeBuffer(new byte[Transport.MAX_PACKET]);
    private final UnsafeBuffer term = new UnsafeBuffer(new byte[Transport.MAX_PACKET]);
    private EntryBody body;

    /** Makes the body. */
    @Setup
    public void setUp() {
        body = WireBenchmark.body(length);
    }

    /**
     * From where it is: one copy of the body.
     *
     * @return the length of the packet.
     */
    @Benchmark
    @HotPath
    public int apart() {
        return copy(encoder.encode(0, 0, body));
    }

    /**
     * By way of a place that has the whole packet, as where it goes to this node too: two copies.
     *
     * @return the length of the packet.
     */
    @Benchmark
    @HotPath
    public int inOnePlace() {
        return copy(encoder.encodeThere(own, 0, 0, 0, body));
    }

    private int copy(final Packet packet) {
        packet.copyTo(term, 0);
        return packet.length();
    }
}
