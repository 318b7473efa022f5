package io.fleet.examples.kv.server;

import io.fleet.admin.FleetAdmin;
import io.fleet.examples.kv.resp.RespServer;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.KvLimits;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** The running key-value server of one process: replicas, a RESP server for each, metrics and health. */
final class KvService {
    /** How long an orderly stop may take; what is durable stays so without one. */
    private static final long STOP_LIMIT_MILLIS = 15_000;
    private static final long LOOK_NS = 50_000_000;
    private static final long SELDOM_NS = 1_000_000_000;
    private static final long PATIENCE_NS = 3_000_000_000L;

    private final KvOptions options;
    private final Replicas.Launcher launcher;
    private final PrintWriter out;
    private volatile boolean isClosing;
    private final List<AutoCloseable> open = new ArrayList<>();

    KvService(final KvOptions options, final Replicas.Launcher launcher, final PrintWriter out) {
        this.options = options;
        this.launcher = launcher;
        this.out = out;
    }

    /**
     * Starts everything and serves until the replicas end or the process is told to stop.
     *
     * @throws Exception when an address cannot be bound, or a replica failed.
     */
    void serve() throws Exception {
        final Thread stopper = new Thread(this::stopBySignal, "fleet-stop");
        Runtime.getRuntime().addShutdownHook(stopper);
        try {
            final Replicas replicas = launcher.launch(options);
            register(replicas);
            start(replicas);
            tellWhenReady(replicas);
            replicas.awaitTermination();
        } finally {
            close();
            removeHook(stopper);
        }
    }

    private void start(final Replicas replicas) throws IOException {
        final List<RespServer> servers = new ArrayList<>();
        for (int i = 0; i < replicas.count(); i++) {
            final int index = i;
            final RespServer server = RespServer.start(options.host(), options.port() + i, replicas.client(i),
                () -> replicas.info(index), options.bounds(), options.store(),
                options.reads(), KvLimits.of(options.config()), options.clients());
            register(server);
            servers.add(server);
            register(HashSecret.agree(replicas.client(i), options.store()));
        }
        for (int i = 0; i < replicas.count() && options.adminPort() >= 0; i++) {
            register(replicas.listen(i, FleetAdmin.LOOPBACK, options.adminPort() + i));
        }
        if (options.httpPort() >= 0) {
            register(HttpEndpoint.start(options.host(), options.httpPort(), replicas, servers));
        }
        announce();
    }

    private void announce() {
        final int last = options.port() + options.embeddedReplicas() - 1;
        if (options.embedded()) {
            out.println("fleet kv: " + (options.embeddedReplicas() == KvOptions.EMBEDDED_REPLICAS ? "three"
                : options.embeddedReplicas()) + " replicas in this process, RESP on " + options.host() + ":"
                + options.port() + "-" + last);
        } else if (options.isGateway()) {
            final int nodes = options.members().size();
            out.println("fleet kv: a gateway to " + nodes + (nodes == 1 ? " node (" : " nodes (")
                + String.join(", ", options.members()) + "), RESP on " + options.host() + ":" + options.port());
            out.println("answers:  from the nodes to " + options.membership().gatewayHost());
        } else {
            out.println("fleet kv: node " + options.id() + " of " + options.members().size() + " ("
                + String.join(", ", options.members()) + ")" + (options.isWitness()
                    ? ", a witness" : "") + ", RESP on " + options.host() + ":"
                + options.port());
        }
        if (!options.bounds().equals(KvBounds.NONE) && !options.embedded() && !options.isWitness()) {
            out.println("bound:    what is written here may fill a store up to " + options.bounds().maxBytes()
                + " bytes (--store-bytes; give gateways and nodes the same)");
        }
        if (!options.isGateway()) {
            options.directories().forEach(each -> out.println("data:     " + each.toAbsolutePath().normalize()));
        }
        if (options.httpPort() >= 0) {
            out.println("metrics:  http://" + options.host() + ":" + options.httpPort()
                + "/metrics, health at /live and /ready");
        }
        if (options.adminPort() >= 0) {
            out.println("admin:    ./fleet admin --connect " + FleetAdmin.LOOPBACK + ":" + options.adminPort()
                + " status");
        }
        out.println("try:      redis-cli -p " + options.port() + " set greeting hello"
            + (options.embedded() ? "; redis-cli -p " + last + " get greeting" : ""));
        out.println("stop:     Ctrl-C");
        out.flush();
    }

    /**
     * Until then commands wait, or say that there is no leader. Nodes tell in the log what becomes of them; a gateway
     * has nobody else to say that it reaches no node any more, or again.
     */
    private void tellWhenReady(final Replicas replicas) {
        final Thread teller = new Thread(() -> {
            final List<ReadProbe> probes = new ArrayList<>();
            for (int i = 0; i < replicas.count(); i++) {
                probes.add(new ReadProbe(replicas, i));
            }
            tell(replicas, probes);
        }, "fleet-ready");
        teller.setDaemon(true);
        teller.start();
    }

    private void tell(final Replicas replicas, final List<ReadProbe> probes) {
        boolean isReady = false;
        boolean waits = false;
        long sinceNs = System.nanoTime();
        while (!isClosing && !(isReady && !options.isGateway())) {
            final String reason = reason(replicas);
            if (reason == null && (isReady || areAnswered(probes))) {
                if (!isReady) {
                    say("ready:    commands are served");
                }
                isReady = true;
                waits = false;
                sinceNs = System.nanoTime();
            } else if (options.isGateway() && reason != null && !waits
                && System.nanoTime() - sinceNs > PATIENCE_NS) {
                say("waits:    " + reason);
                isReady = false;
                waits = true;
            }
            LockSupport.parkNanos(isReady ? SELDOM_NS : LOOK_NS);
        }
    }

    private void say(final String line) {
        if (!isClosing) {
            out.println(line);
            out.flush();
        }
    }

    /** Why one of them is not ready, as far as it knows; null where all are. */
    private static String reason(final Replicas replicas) {
        for (int i = 0; i < replicas.count(); i++) {
            final List<String> reasons = replicas.notReady(i);
            if (!reasons.isEmpty()) {
                return String.join("; ", reasons);
            }
        }
        return null;
    }

    /** Whether a read is answered at each of them; waits for that, for a second at most. */
    private static boolean areAnswered(final List<ReadProbe> probes) {
        for (final ReadProbe probe : probes) {
            if (probe.reason().join() != null) {
                return false;
            }
        }
        return true;
    }

    private synchronized void register(final AutoCloseable part) {
        open.add(part);
    }

    /** Closes what is open, the last first. */
    private synchronized void close() {
        isClosing = true;
        for (int i = open.size() - 1; i >= 0; i--) {
            try {
                open.get(i).close();
            } catch (final Exception e) {
                out.println("fleet: while stopping: " + e);
            }
        }
        open.clear();
        out.flush();
    }

    /**
     * The process was told to stop: an orderly end, so the exit code says success; one that hangs is cut short and says
     * so.
     */
    private void stopBySignal() {
        final Thread closing = new Thread(this::close, "fleet-close");
        closing.start();
        try {
            closing.join(STOP_LIMIT_MILLIS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (closing.isAlive()) {
            System.err.println("fleet: not stopped within " + STOP_LIMIT_MILLIS / 1000 + " s, ending the process;"
                + " what was acknowledged is durable");
        }
        if (!closing.isAlive()) {
            out.println("stopped");
            out.flush();
        }
        Runtime.getRuntime().halt(closing.isAlive() ? CommandLines.FAILED : 0);
    }

    /** Takes the hook back, unless the process is stopping already: then the hook ends it. */
    private void removeHook(final Thread stopper) {
        try {
            Runtime.getRuntime().removeShutdownHook(stopper);
        } catch (final IllegalStateException stoppingAlready) {
            out.flush();
        }
    }
}
