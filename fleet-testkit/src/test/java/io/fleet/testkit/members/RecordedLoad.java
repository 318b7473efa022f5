package io.fleet.testkit.members;

import static io.fleet.fixture.cluster.Clusters.await;
import static io.fleet.fixture.cluster.Clusters.get;

import io.fleet.ClientConfig;
import io.fleet.FleetRemoteClient;
import io.fleet.testkit.history.History;
import io.fleet.testkit.history.LinearizabilityChecker;
import io.fleet.testkit.history.Operation;
import io.fleet.testkit.history.Outcome;
import io.fleet.testkit.history.RegisterInput;
import io.fleet.testkit.history.RegisterModel;
import io.fleet.testkit.history.Verdict;
import io.fleet.testkit.workload.RegisterCodec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;

/** Remote clients that keep operations on registers in flight; all that they ask and hear is recorded. Any thread. */
final class RecordedLoad implements AutoCloseable {
    private static final int IN_FLIGHT = 2;
    private static final int KEYS = 24;
    private static final int SOME = 300;

    private final History<RegisterInput, Long> history = new History<>();
    private final List<FleetRemoteClient> clients = new ArrayList<>();
    private final Random random = new Random(4);
    private CompletableFuture<Void> goal = new CompletableFuture<>();
    private long goalAt = Long.MAX_VALUE;
    private long answered;
    private boolean ended;

    /** A client more, with operations in flight from now on. */
    void begin(final ClientConfig config) {
        final FleetRemoteClient client = FleetRemoteClient.connect(config);
        final int number;
        synchronized (this) {
            clients.add(client);
            number = clients.size() * IN_FLIGHT;
        }
        for (int i = 0; i < IN_FLIGHT; i++) {
            next(client, number + i);
        }
    }

    private void next(final FleetRemoteClient client, final int number) {
        final RegisterInput input;
        final int operation;
        synchronized (this) {
            if (ended) {
                return;
            }
            input = input();
            operation = history.invoke(number, input, System.nanoTime());
        }
        final byte[] header = new byte[RegisterCodec.LENGTH];
        RegisterCodec.encode(input, new UnsafeBuffer(header), 0);
        final CompletableFuture<byte[]> reply = input.kind() == RegisterInput.Kind.READ
            ? client.query(header, new byte[0]) : client.submit(header, new byte[100]);
        reply.whenComplete((bytes, failure) -> {
            heard(operation, bytes, failure);
            next(client, number);
        });
    }

    private RegisterInput input() {
        final int key = random.nextInt(KEYS);
        return switch (random.nextInt(4)) {
            case 0 -> RegisterInput.read(key);
            case 1 -> RegisterInput.set(key, random.nextInt(1_000_000));
            case 2 -> RegisterInput.compareAndSet(key, random.nextInt(4), random.nextInt(4));
            default -> RegisterInput.add(key, 1);
        };
    }

    private void heard(final int operation, final byte[] bytes, final Throwable failure) {
        CompletableFuture<Void> reached = null;
        synchronized (this) {
            if (failure == null) {
                history.ok(operation, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(),
                    System.nanoTime());
            } else {
                history.unknown(operation, System.nanoTime());
                goal.completeExceptionally(failure);
            }
            if (++answered >= goalAt) {
                reached = goal;
            }
        }
        if (reached != null) {
            reached.complete(null);
        }
    }

    /** Returns when some more operations have been answered; fails when one has failed. */
    void awaitMore() throws Exception {
        final CompletableFuture<Void> wanted;
        synchronized (this) {
            if (!goal.isCompletedExceptionally()) {
                goal = new CompletableFuture<>();
            }
            goalAt = answered + SOME;
            wanted = goal;
        }
        get(wanted);
    }

    /** Nothing more is asked; returns when all is answered. */
    void end() {
        synchronized (this) {
            ended = true;
        }
        await("all operations are answered", () -> open() == 0);
    }

    private synchronized int open() {
        return history.open();
    }

    /** How many operations had another outcome than an answer. */
    synchronized long failed() {
        return history.operations().stream().filter(each -> each.outcome() != Outcome.OK).count();
    }

    synchronized List<Operation<RegisterInput, Long>> operations() {
        return history.operations();
    }

    synchronized Verdict verdict() {
        return new LinearizabilityChecker<>(new RegisterModel()).check(history);
    }

    @Override
    public void close() {
        synchronized (this) {
            ended = true;
        }
        clients.forEach(FleetRemoteClient::close);
    }
}
