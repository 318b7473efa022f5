package io.fleet.transport.aeron;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.NameResolverAgent;
import io.fleet.transport.Transport;
import io.fleet.transport.aeron.config.AeronConfig;
import io.fleet.transport.aeron.config.AeronConfig.Kind;
import io.fleet.transport.aeron.config.Endpoint;
import io.fleet.transport.aeron.config.Networks;
import java.net.InetAddress;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A member whose name resolves to nothing when others connect to it, and to its address later. */
@Tag("full")
class LateNameTest {
    private static final String NAME = "late-member";

    private final AtomicBoolean isKnown = new AtomicBoolean();

    /** The driver keeps what it could not resolve among the destinations, and looks them up again. */
    @Test
    @Tag("hazard-U-late-names")
    void shouldReachAMemberWithBroadcastsOnceItsNameResolves() {
        final MediaDriver.Context context = new MediaDriver.Context().nameResolver(new Names())
            .errorHandler(error -> {}).dirDeleteOnShutdown(true);
        try (MediaDriver driver = MediaDriver.launchEmbedded(context); Network network = new Network(3)) {
            final AeronTransports on = network.launch(AeronConfig.builder().kind(Kind.MDC)
                .driverDirectory(driver.aeronDirectoryName()).errorHandler(error -> {}));
            final Peer sender = network.node(on, 0, network.members.subList(0, 2));
            final Peer member = network.node(on, 1, network.members.subList(0, 2));
            final Peer joiner = network.node(on, 2, network.members);
            sender.transport.connect(2, new Endpoint(2, NAME, network.members.get(2).port()).address());
            network.awaitFresh("a broadcast to who is known", sender, Transport.ALL_NODES, member);

            isKnown.set(true);
            network.awaitFresh("a broadcast", sender, Transport.ALL_NODES, joiner);
            network.awaitFresh("what is sent to it alone", sender, 2, joiner);
        }
    }

    /** Knows one name from some time on. */
    private final class Names implements NameResolverAgent {
        @Override
        public InetAddress resolve(final String name, final String uriParamName, final boolean isReResolution) {
            if (name.equals(NAME)) {
                return isKnown.get() ? InetAddress.getLoopbackAddress() : null;
            }
            return Networks.literal(name);
        }

        @Override
        public int doWork() {
            return 0;
        }

        @Override
        public String roleName() {
            return "names";
        }
    }
}
