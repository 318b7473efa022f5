package io.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.FleetClient;
import io.fleet.fixture.machine.AddingMachine;
import io.fleet.machine.Command;
import io.fleet.machine.Reply;
import io.fleet.node.divergence.DivergedException;
import io.fleet.storage.StorageException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("hazard-U-divergence")
@Tag("slow")
class DivergenceTest {
    private static final int WRONG = 2;

    /** The machine of one node forgets a command. */
    private static final class Forgetful extends AddingMachine {
        private final boolean forgets;
        private int commands;

        Forgetful(final boolean forgets) {
            this.forgets = forgets;
        }

        @Override
        public void apply(final Command command, final Reply reply) {
            if (forgets && ++commands == 20) {
                reply.writeLong(-1);
            } else {
                super.apply(command, reply);
            }
        }
    }

    @Test
    void shouldEndTheNodeWhoseMachineDoesSomethingElse() {
        final AtomicInteger machines = new AtomicInteger();
        try (FleetCluster cluster = FleetCluster.builder().nodes(3)
            .machine(() -> new Forgetful(machines.getAndIncrement() == WRONG)).launch()) {
            final FleetClient client = cluster.client(0);
            final CompletableFuture<Void> ended = cluster.node(WRONG).terminated().toCompletableFuture();
            long commands = 0;
            while (!ended.isDone()) {
                client.submit(new byte[Long.BYTES]).join();
                commands++;
            }
            final CompletionException failure = assertThrows(CompletionException.class, ended::join);
            assertInstanceOf(DivergedException.class, failure.getCause());
            assertEquals(false, cluster.node(0).terminated().toCompletableFuture().isDone(), () -> "others went on");
            client.submit(new byte[Long.BYTES]).join();
            assertEquals(true, commands >= 20);
            final StorageException refused =
                assertThrows(StorageException.class, () -> cluster.restart(WRONG), "a supervisor");
            assertTrue(refused.getMessage().contains("'diverged' there says: group 0: this node made something else"),
                refused.getMessage());
        }
    }
}
