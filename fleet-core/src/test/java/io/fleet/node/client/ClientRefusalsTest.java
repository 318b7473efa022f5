package io.fleet.node.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fleet.consensus.message.client.ClientRefused;
import io.fleet.error.ConfigException;
import io.fleet.fixture.mark.Expects;
import org.junit.jupiter.api.Test;

/** A client that was given three nodes. */
class ClientRefusalsTest {
    private static final long MS = 1_000_000;

    private final ClientRefusals refusals = new ClientRefusals(3);
    private long now = 7_000 * MS;

    @Test
    @Expects("client-refusals.too-few-nodes-refuse")
    void shouldNotEndByOneNode() {
        for (int i = 0; i < 1_000; i++) {
            refuse(2, ClientRefused.GROUP);
            assertNull(after(20), "the others may host the group");
        }
    }

    @Test
    @Expects("client-refusals.most-nodes-refuse")
    void shouldEndWithinASecondWhenMostNodesRefuse() {
        refuse(0, ClientRefused.SETTINGS);
        refuse(0, ClientRefused.SETTINGS);
        assertNull(after(20));
        refuse(2, ClientRefused.GROUP);
        assertNull(after(0));
        assertNull(after(280), "the third may take it in");
        assertEquals("node 0 for 4", after(20));
    }

    @Test
    void shouldForgetWhatNodesSaidLongAgo() {
        refuse(0, ClientRefused.GROUP);
        assertNull(after(3_020));
        refuse(1, ClientRefused.GROUP);
        assertNull(after(320), "node 0 may host it by now");
        refuse(0, ClientRefused.SETTINGS);
        assertNull(after(0));
        assertEquals("node 1 for 3", after(320));
    }

    @Test
    void shouldNotEndByASilenceLongAfterItWasRefused() {
        refuse(0, ClientRefused.GROUP);
        refuse(1, ClientRefused.GROUP);
        refusals.onHeard(now);
        assertNull(after(1_000));
        assertNull(after(10_000_000));
    }

    @Test
    void shouldNotEndOnceTheGroupWasHeard() {
        refusals.onHeard(now);
        for (int i = 0; i < 500; i++) {
            refuse(0, ClientRefused.GROUP);
            refuse(1, ClientRefused.SETTINGS);
            refuse(2, ClientRefused.CLUSTER);
            assertNull(after(20), "whoever runs the nodes may put that right");
        }
    }

    @Test
    void shouldEndWhenTheClusterWasSetUpAnew() {
        refusals.onHeard(now);
        for (int i = 0; i < 150; i++) {
            refuse(0, ClientRefused.BIRTH);
            refuse(1, ClientRefused.BIRTH);
            assertNull(after(20), "nodes of its cluster may be heard");
        }
        assertEquals("node 0 for 2", after(20));
    }

    private void refuse(final int node, final int reason) {
        refusals.onRefused(node, reason, () -> new ConfigException("node " + node + " for " + reason), now);
    }

    private String after(final long millis) {
        now += millis * MS;
        final ConfigException why = refusals.toEndBy(now);
        return why == null ? null : why.getMessage();
    }
}
