package io.fleet.transport.aeron;

import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.fleet.config.Checks;
import io.fleet.error.ConfigException;
import io.fleet.transport.ParkingWaiter;
import io.fleet.transport.Refusal;
import io.fleet.transport.Transport;
import io.fleet.transport.Waiter;
import io.fleet.transport.aeron.config.AeronConfig;
import io.fleet.transport.aeron.config.Endpoint;
import io.fleet.transport.aeron.config.MemberAddresses;
import io.fleet.transport.aeron.config.NameThread;
import io.fleet.transport.aeron.config.RequiredFlags;
import io.fleet.transport.aeron.config.SocketBuffers;
import io.fleet.transport.aeron.inbound.SenderGuard;
import io.fleet.transport.aeron.inbound.SenderTable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.agrona.CloseHelper;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;

/**
 * One media driver and one Aeron client for all endpoints of this JVM. Thread-safe; the endpoints are not: each
 * belongs to the thread that polls it, which must have stopped before the endpoint, or this, is closed from another.
 *
 * <p>An endpoint connects by itself while its {@link Transport#doWork} is called: offers fail until then. So does a
 * peer that comes back.
 */
public final class AeronTransports implements AutoCloseable {
    private static final System.Logger LOGGER = System.getLogger(AeronTransports.class.getPackageName());
    private static final int IPC_MTU = 65504;
    /** The thread that resolves names: it is seldom needed, and would otherwise wake up all the time. */
    private static final long EXECUTOR_SLEEP_MS = 10;
    private static final long TIMER_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long MULTICAST_NAK_BACKOFF_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long RETRANSMIT_LINGER_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int MAX_RESEND = 64;
    private static final long EMBEDDED_LIVENESS_MS = TimeUnit.DAYS.toMillis(30);
    private static final long UNBLOCK_NS = TimeUnit.DAYS.toNanos(31);

    private final AeronConfig config;
    private final EmbeddedDirectory directory;
    private final MediaDriver driver;
    private final Aeron aeron;
    private final SocketWaiter sockets;
    private final Driving driving;
    private final IpcWaiters ipcWaiters = new IpcWaiters();
    private final SenderGuard guard;
    private final NameThread names;
    private final AtomicLong errors;
    private final AtomicBoolean hasEndpoint = new AtomicBoolean();
    private final Set<Transport> endpoints = ConcurrentHashMap.newKeySet();

    private AeronTransports(
                            final AeronConfig config,
                            final EmbeddedDirectory directory,
                            final MediaDriver driver,
                            final Aeron aeron,
                            final SocketWaiter sockets,
                            final SenderGuard guard,
                            final NameThread names,
                            final AtomicLong errors) {
        this.config = config;
        this.guard = guard;
        this.names = names;
        this.directory = directory;
        this.driver = driver;
        this.aeron = aeron;
        this.sockets = sockets;
        this.driving = sockets == null ? null : new Driving(driver, aeron, sockets);
        this.errors = errors;
    }

    /**
     * Starts the driver, or finds the one that runs already, and connects to it.
     *
     * @param config how.
     * @return owned by the caller.
     * @throws ConfigException when the JVM lacks a flag (the message names it).
     */
    public static AeronTransports launch(final AeronConfig config) {
        RequiredFlags.check();
        final AtomicLong errors = new AtomicLong();
        final ErrorHandler errorHandler = counting(config, errors);
        final boolean isNewDirectory = config.driverDirectory() == null && config.embeddedDirectory() == null;
        final EmbeddedDirectory directory = isNewDirectory ? EmbeddedDirectory.create() : null;
        final SocketWaiter sockets = config.threadingMode() == ThreadingMode.INVOKER ? new SocketWaiter() : null;
        final NameThread names = new NameThread();
        final SenderGuard guard = config.driverDirectory() != null ? null : new SenderGuard(config,
            new MemberAddresses(NameThread::resolve, names, System::nanoTime), refusals(config), System::nanoTime);
        MediaDriver driver = null;
        try {
            if (config.driverDirectory() == null) {
                driver = launchDriver(config, directory == null ? config.embeddedDirectory() : directory.name(),
                    sockets, guard, errorHandler);
            }
            final Aeron.Context context = new Aeron.Context()
                .aeronDirectoryName(driver == null ? config.driverDirectory() : driver.aeronDirectoryName())
                .errorHandler(errorHandler)
                .subscriberErrorHandler(AeronTransports::rethrow);
            if (driver != null) {
                context.driverTimeoutMs(EMBEDDED_LIVENESS_MS);
            }
            if (sockets != null) {
                context.useConductorAgentInvoker(true).driverAgentInvoker(driver.sharedAgentInvoker());
            }
            return new AeronTransports(config, directory, driver, Aeron.connect(context), sockets, guard, names,
                errors);
        } catch (final RuntimeException e) {
            CloseHelper.quietCloseAll(driver, sockets, names, directory);
            throw e;
        }
    }

    /**
     * Opens the endpoint of one node. With {@link AeronConfig.Kind#MULTICAST} there is one at a time: two would share
     * the received streams, and the slower would hold up the other.
     *
     * @param nodeId  the node.
     * @param members all nodes, this one included.
     * @return owned by the caller; closed with this at the latest.
     * @throws ConfigException when the members are not well-formed, or the node's address is not of this host or is
     *                         taken.
     * @throws IllegalStateException when the media driver does not answer for half a minute.
     */
    public Transport node(final int nodeId, final List<Endpoint> members) {
        checkMembers(members);
        final Endpoint self = members.stream().filter(m -> m.nodeId() == nodeId).findFirst().orElseThrow(
            () -> new ConfigException("nodeId is " + nodeId + ", but must be one of the members " + members));
        final List<Endpoint> others = members.stream().filter(m -> m.nodeId() != nodeId).toList();
        return open("nodeId is " + nodeId, config.kind() == AeronConfig.Kind.MULTICAST,
            parts -> parts.buildNode(self, others));
    }

    /**
     * Opens the endpoint of a remote client.
     *
     * @param responseHost a name or address of this host that the nodes can send to, with a port ("10.0.0.9:7777") or
     *                     without (any free port); ignored with IPC.
     * @param members      all nodes.
     * @return owned by the caller; closed with this at the latest.
     * @throws ConfigException when the members are not well-formed, or the address is not of this host or is taken.
     * @throws IllegalStateException when the media driver does not answer for half a minute.
     */
    public Transport client(final String responseHost, final List<Endpoint> members) {
        checkMembers(members);
        Checks.notNull("responseHost", responseHost);
        return open("responseHost is " + responseHost, false, parts -> parts.buildClient(responseHost, members));
    }

    /**
     * How many errors driver and client have met since the start. What the network loses is no error, and a sender that
     * is refused is none.
     */
    public long errorCount() {
        return errors.get();
    }

    /**
     * How often senders were refused since the start.
     *
     * @param why the reason.
     * @return the count; 0 with a media driver of another process, which does not look.
     */
    public long refused(final Refusal why) {
        return guard == null ? 0 : guard.refused(why);
    }

    /** Where the media driver keeps its buffers. */
    public String driverDirectory() {
        return aeron.context().aeronDirectoryName();
    }

    /** What looks at senders; null with a driver of another process. */
    SenderGuard guard() {
        return guard;
    }

    /** Closes all endpoints, the client, and the driver if it is ours. */
    @Override
    public void close() {
        endpoints.forEach(Transport::close);
        CloseHelper.closeAll(aeron, driver, sockets, names, directory);
    }

    private Transport open(final String what, final boolean isAloneOfItsKind, final Consumer<EndpointParts> build) {
        final boolean isAlone = isAloneOfItsKind || driving != null;
        if (isAlone && !hasEndpoint.compareAndSet(false, true)) {
            throw new ConfigException(what + ", but with " + (driving == null ? config.kind() : "threadingMode "
                + config.threadingMode()) + " each endpoint needs AeronTransports of its own");
        }
        final EndpointParts parts = new EndpointParts(aeron, config, driving, waiter(), ipcWaiters, guard,
            this::tell);
        try {
            build.accept(parts);
        } catch (final RuntimeException e) {
            parts.close();
            release(isAlone);
            throw e;
        }
        final Transport[] self = new Transport[1];
        self[0] = new AeronEndpoint(parts, aeron, () -> {
            endpoints.remove(self[0]);
            release(isAlone);
        });
        endpoints.add(self[0]);
        return self[0];
    }

    private void release(final boolean isAlone) {
        if (isAlone) {
            hasEndpoint.set(false);
        }
    }

    private Waiter waiter() {
        return sockets == null
            ? new ParkingWaiter(config.kind() == AeronConfig.Kind.IPC && config.driverDirectory() == null) : sockets;
    }

    private void checkMembers(final List<Endpoint> members) {
        Checks.notNull("members", members);
        final Set<Object> seen = new HashSet<>();
        for (final Endpoint member : members) {
            if (!seen.add(member.nodeId())) {
                throw new ConfigException("members are " + members + ", but each node id may occur once");
            }
            if (config.kind() != AeronConfig.Kind.IPC && !seen.add(member.address())) {
                throw new ConfigException("members are " + members + ", but each address may occur once");
            }
        }
    }

    private static MediaDriver launchDriver(
                                            final AeronConfig config, final String directory,
                                            final SocketWaiter sockets, final SenderGuard guard,
                                            final ErrorHandler errorHandler) {
        final MediaDriver.Context context = context(config, directory, errorHandler)
            .receiveChannelEndpointSupplier((channel, dispatcher, status, ctx) -> new WaitedReceiveEndpoint(channel,
                dispatcher, status, ctx, sockets, guard));
        if (sockets != null) {
            context.sendChannelEndpointSupplier((channel, status, ctx) -> new WaitedSendEndpoint(channel, status, ctx,
                sockets));
        }
        return MediaDriver.launch(context);
    }

    private static MediaDriver.Context context(
                                               final AeronConfig config, final String directory,
                                               final ErrorHandler errorHandler) {
        final SocketBuffers buffers = SocketBuffers.of(config);
        return new MediaDriver.Context()
            .aeronDirectoryName(directory)
            .dirDeleteOnStart(true)
            .dirDeleteOnShutdown(true)
            .warnIfDirectoryExists(false)
            .errorHandler(errorHandler)
            .threadingMode(config.threadingMode())
            .sharedIdleStrategy(idle(config))
            .sharedNetworkIdleStrategy(idle(config))
            .conductorIdleStrategy(idle(config))
            .senderIdleStrategy(idle(config))
            .receiverIdleStrategy(idle(config))
            .asyncExecutorIdleStrategy(new SleepingMillisIdleStrategy(EXECUTOR_SLEEP_MS))
            .termBufferSparseFile(true)
            .mtuLength(config.mtuLength())
            .ipcMtuLength(IPC_MTU)
            .socketRcvbufLength(buffers.length())
            .socketSndbufLength(buffers.length())
            .initialWindowLength(buffers.window())
            .imageLivenessTimeoutNs(TimeUnit.MILLISECONDS.toNanos(config.imageLivenessMillis()))
            .statusMessageTimeoutNs(TIMER_NS)
            .nakMulticastMaxBackoffNs(MULTICAST_NAK_BACKOFF_NS)
            .retransmitUnicastLingerNs(RETRANSMIT_LINGER_NS)
            .maxResend(MAX_RESEND)
            .streamSessionLimit(SenderTable.MAX_SENDERS + 1)
            .timerIntervalNs(TIMER_NS)
            .clientLivenessTimeoutNs(TimeUnit.MILLISECONDS.toNanos(EMBEDDED_LIVENESS_MS))
            .publicationUnblockTimeoutNs(UNBLOCK_NS);
    }

    private static IdleStrategy idle(final AeronConfig config) {
        if (config.spinning()) {
            return new BusySpinIdleStrategy();
        }
        return new BackoffIdleStrategy(
            0,
            config.idleYields(),
            TimeUnit.MICROSECONDS.toNanos(config.idleMinParkMicros()),
            TimeUnit.MICROSECONDS.toNanos(config.idleMaxParkMicros()));
    }

    private static ErrorHandler counting(final AeronConfig config, final AtomicLong errors) {
        final ErrorHandler next = config.errorHandler() == null
            ? new QuietErrors(error -> LOGGER.log(System.Logger.Level.WARNING, "Aeron: " + error.getMessage(), error),
                System::nanoTime)
            : config.errorHandler();
        return error -> {
            errors.incrementAndGet();
            next.onError(error);
        };
    }

    private static Consumer<String> refusals(final AeronConfig config) {
        return config.errorHandler() == null ? text -> LOGGER.log(System.Logger.Level.WARNING, "Aeron: " + text)
            : text -> config.errorHandler().onError(new IllegalStateException(text));
    }

    /** What the handler throws is not the endpoint's thread's to deal with: it is told, and that is all. */
    private void tell(final System.Logger.Level level, final String text) {
        if (config.errorHandler() == null || level != System.Logger.Level.WARNING) {
            LOGGER.log(level, "Aeron: " + text);
            return;
        }
        try {
            config.errorHandler().onError(new IllegalStateException(text));
        } catch (final RuntimeException e) {
            LOGGER.log(System.Logger.Level.WARNING, "Aeron: the error handler failed at: " + text, e);
        }
    }

    /** What a packet's handler throws is the polling thread's to deal with. */
    private static void rethrow(final Throwable error) {
        if (error instanceof RuntimeException) {
            throw (RuntimeException) error;
        }
        if (error instanceof Error) {
            throw (Error) error;
        }
        throw new IllegalStateException(error);
    }
}
