package io.fleet.transport.aeron.config;

import io.aeron.driver.ThreadingMode;
import io.fleet.config.Checks;
import io.fleet.error.ConfigException;
import io.fleet.transport.Transport;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.ErrorHandler;

/**
 * How packets travel. Immutable; made by {@link #builder()}. {@code kind}, {@code streamId} and the multicast group
 * must be the same on all nodes and clients of a cluster; the rest may differ.
 *
 * <p>Some settings of Aeron are fixed, for reasons that do not depend on the installation:
 * <ul>
 * <li>Flow control of broadcasts is {@code max}: the fastest receiver sets the pace, so a slow, stuck or dead node
 * holds up nobody. What it misses it asks for again.</li>
 * <li>Status messages every 50 ms and driver timers every 50 ms (Aeron: 200 ms and 1 s): a node that fell behind what
 * can be repaired, because it was paused, gives up the old stream and joins anew within about {@code
 * imageLivenessMillis} plus 0.3 s.</li>
 * <li>The embedded driver and its client, which live and die together, wait 30 days for each other (Aeron: 10 s), so
 * that a process that was suspended goes on when it is resumed, and a node that drives both itself may take its time to
 * recover.</li>
 * <li>Term buffers are sparse files: memory is used as it is written to.</li>
 * </ul>
 */
public final class AeronConfig {
    /** The kinds of networks. */
    public enum Kind {
        /** UDP multicast for broadcasts, UDP unicast for the rest. */
        MULTICAST,
        /** The media driver sends a copy of each broadcast to each node. Needs nothing of the network but UDP. */
        MDC,
        /** Shared memory: all nodes and clients use one media driver. */
        IPC
    }

    public static final int MAX_RETURN_PATHS = 1024;

    private static final int MIN_TERM = Integer.highestOneBit(8 * Transport.MAX_PACKET - 1) << 1;
    private static final int MAX_TERM = 1 << 30;
    /** The longest packet that UDP takes, cut to what Aeron can use. */
    public static final int MAX_MTU = 65504;
    private static final Pattern GROUP = Pattern.compile("(\\d{1,3})\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}:(\\d{1,5})");
    private static final int FIRST_MULTICAST = 224;
    private static final int LAST_MULTICAST = 239;

    private final Builder values;

    private AeronConfig(final Builder values) {
        this.values = values;
    }

    /**
     * Starts with every setting at its default.
     *
     * @return a builder.
     */
    public static Builder builder() {
        return new Builder();
    }

    /** See {@link Builder#kind}. */
    public Kind kind() {
        return values.kind;
    }

    public String driverDirectory() {
        return values.driverDirectory;
    }

    public String embeddedDirectory() {
        return values.embeddedDirectory;
    }

    public String multicastGroup() {
        return values.multicastGroup;
    }

    String multicastInterface() {
        return values.multicastInterface;
    }

    int multicastTtl() {
        return values.multicastTtl;
    }

    int streamId() {
        return values.streamId;
    }

    public int broadcastTermLength() {
        return values.broadcastTermLength;
    }

    public int unicastTermLength() {
        return values.unicastTermLength;
    }

    public int mtuLength() {
        return values.mtuLength;
    }

    int socketBufferLength() {
        return values.socketBufferLength;
    }

    public int receiverWindowLength() {
        return values.receiverWindowLength;
    }

    public int imageLivenessMillis() {
        return values.imageLivenessMillis;
    }

    int lingerMillis() {
        return values.lingerMillis;
    }

    public ThreadingMode threadingMode() {
        return values.threadingMode;
    }

    public boolean spinning() {
        return values.spinning;
    }

    public int idleYields() {
        return values.idleYields;
    }

    public int idleMinParkMicros() {
        return values.idleMinParkMicros;
    }

    public int idleMaxParkMicros() {
        return values.idleMaxParkMicros;
    }

    public Networks allowedSources() {
        return values.allowedSources;
    }

    public int maxReturnPaths() {
        return values.maxReturnPaths;
    }

    public ErrorHandler errorHandler() {
        return values.errorHandler;
    }

    /**
     * Collects settings; each is checked when it is set, and what belongs together by {@link #build()}. Not
     * thread-safe.
     */
    public static final class Builder implements Cloneable {
        private Kind kind = Kind.MDC;
        private String driverDirectory;
        private String embeddedDirectory;
        private String multicastGroup;
        private String multicastInterface;
        private int multicastTtl = 1;
        private int streamId = 7001;
        private int broadcastTermLength = 4 * 1024 * 1024;
        private int unicastTermLength = MIN_TERM;
        private int mtuLength = 1408;
        private int socketBufferLength = 2 * 1024 * 1024;
        private int receiverWindowLength = 1024 * 1024;
        private int imageLivenessMillis = 500;
        private int lingerMillis = 500;
        private ThreadingMode threadingMode = ThreadingMode.SHARED;
        private boolean spinning;
        private int idleYields = 5;
        private int idleMinParkMicros = 20;
        private int idleMaxParkMicros = 100;
        private int maxReturnPaths = 1024;
        private Networks allowedSources = Networks.parse("allowedSources", List.of());
        private ErrorHandler errorHandler;

        private Builder() {
        }

        /**
         * How packets travel; {@link Kind#MDC} by default.
         *
         * @param value the kind.
         * @return this.
         */
        public Builder kind(final Kind value) {
            kind = Checks.notNull("kind", value);
            return this;
        }

        /**
         * The directory of a media driver that runs already, as a process of its own; null, the default, starts one
         * inside this process. The driver's own settings then take the place of {@code mtuLength}'s IPC part, {@code
         * socketBufferLength}, {@code receiverWindowLength}, {@code imageLivenessMillis}, {@code threadingMode}, {@code
         * spinning} and the idle settings.
         *
         * @param value the directory, or null.
         * @return this.
         */
        public Builder driverDirectory(final String value) {
            driverDirectory = value;
            return this;
        }

        /**
         * The directory of the driver inside this process, which is deleted at start and at the end; null, the
         * default, is a new one in shared memory. On Linux shared memory is /dev/shm: a container needs about 20 MiB
         * of it per node of the cluster.
         *
         * @param value the directory, or null.
         * @return this.
         */
        public Builder embeddedDirectory(final String value) {
            embeddedDirectory = value;
            return this;
        }

        /**
         * The multicast address of the cluster; necessary for {@link Kind#MULTICAST}, unused otherwise. Its last
         * number must be odd: Aeron uses the even address above it for control.
         *
         * @param value such as 224.0.1.17:40456.
         * @return this.
         */
        public Builder multicastGroup(final String value) {
            final Matcher matcher = GROUP.matcher(Checks.notNull("multicastGroup", value));
            final boolean matches = matcher.matches();
            final int first = matches ? Integer.parseInt(matcher.group(1)) : 0;
            final int port = matches ? Integer.parseInt(matcher.group(2)) : 0;
            final boolean odd = matches && (value.charAt(value.indexOf(':') - 1) - '0') % 2 == 1;
            if (first < FIRST_MULTICAST || first > LAST_MULTICAST || port == 0 || port > 65535 || !odd) {
                throw new ConfigException("multicastGroup is '" + value
                    + "', but must be an IPv4 multicast address with an odd last number, and a port: 224.0.1.17:40456");
            }
            multicastGroup = value;
            return this;
        }

        /**
         * The interface for multicast: an address of it, or a network with prefix length; null, the default, leaves
         * it to the operating system.
         *
         * @param value such as 10.0.0.0/24, or null.
         * @return this.
         */
        public Builder multicastInterface(final String value) {
            if (value != null && !value.matches("[0-9A-Fa-f.:]{2,45}(/\\d{1,3})?")) {
                throw new ConfigException("multicastInterface is '" + value
                    + "', but must be an IP address, with or without a prefix length: 10.0.0.0/24");
            }
            multicastInterface = value;
            return this;
        }

        /**
         * How many routers a multicast packet may pass; 1 by default.
         *
         * @param value 1 to 255.
         * @return this.
         */
        public Builder multicastTtl(final int value) {
            multicastTtl = Checks.range("multicastTtl", value, 1, 255);
            return this;
        }

        /**
         * The first of the Aeron stream ids that are used: this one for broadcasts, the next for unicasts, the one
         * after for answers to remote clients, and one for each node from the sixteenth on. Clusters that share a
         * driver or a multicast group need distances of 2,048.
         *
         * @param value 1 to 1,000,000; 7001 by default.
         * @return this.
         */
        public Builder streamId(final int value) {
            streamId = Checks.range("streamId", value, 1, 1_000_000);
            return this;
        }

        /**
         * The length of each of the three term buffers of a broadcast, and with IPC of all that a node receives. A
         * receiver that is behind by more than half of it cannot be repaired, and joins anew.
         *
         * @param value bytes, a power of two, from 1 MiB (eight of the longest packets) to 1 GiB; 4 MiB by default.
         * @return this.
         */
        public Builder broadcastTermLength(final int value) {
            broadcastTermLength = Checks.powerOfTwo("broadcastTermLength", value, MIN_TERM, MAX_TERM);
            return this;
        }

        /**
         * The length of each of the three term buffers of a unicast to a node or client.
         *
         * @param value bytes, a power of two, from 1 MiB (eight of the longest packets) to 1 GiB; 1 MiB by default.
         * @return this.
         */
        public Builder unicastTermLength(final int value) {
            unicastTermLength = Checks.powerOfTwo("unicastTermLength", value, MIN_TERM, MAX_TERM);
            return this;
        }

        /**
         * The longest UDP payload. The default fits every network; 8,192 suits one with jumbo frames, and 16,384
         * loopback.
         *
         * @param value bytes, a multiple of 32 from 512 to 65,504; 1408 by default.
         * @return this.
         */
        public Builder mtuLength(final int value) {
            if (value % 32 != 0) {
                throw new ConfigException("mtuLength is " + value + ", but must be a multiple of 32");
            }
            mtuLength = Checks.range("mtuLength", value, 512, MAX_MTU);
            return this;
        }

        /**
         * The length of the sockets' buffers. More than the operating system's limit (net.core.rmem_max, wmem_max) is
         * cut to the limit.
         *
         * @param value bytes, 65,536 to 67,108,864; 2,097,152 by default.
         * @return this.
         */
        public Builder socketBufferLength(final int value) {
            socketBufferLength = Checks.range("socketBufferLength", value, 1 << 16, 1 << 26);
            return this;
        }

        /**
         * How many bytes may be on their way to a receiver: at least bandwidth times round trip, at most the sockets'
         * buffers. Where the operating system cuts those, the window becomes half of what it gives: a node receives
         * from several at once.
         *
         * @param value bytes, 65,536 to 67,108,864; 1,048,576 by default.
         * @return this.
         */
        public Builder receiverWindowLength(final int value) {
            receiverWindowLength = Checks.range("receiverWindowLength", value, 1 << 16, 1 << 26);
            return this;
        }

        /**
         * After how long without a packet, or without one that it can still use, a receiver gives up a sender's
         * stream, to join it anew where it is then. Senders without messages send a sign of life every 100 ms. Too
         * short, and a pause of a sender costs more than the pause; too long, and a node that was paused stays deaf
         * for longer when it is back.
         *
         * @param value milliseconds, 300 to 60,000; 500 by default.
         * @return this.
         */
        public Builder imageLivenessMillis(final int value) {
            imageLivenessMillis = Checks.range("imageLivenessMillis", value, 300, 60_000);
            return this;
        }

        /**
         * How long the driver goes on sending and repairing what an endpoint sent before it was closed. Of no effect
         * where the driver ends with the endpoint: when {@code AeronTransports} are closed, and with {@link
         * ThreadingMode#INVOKER}, where nobody drives it any more. With the latter the endpoint sends, as it closes,
         * what receivers take at that moment; what is lost of that stays lost.
         *
         * @param value milliseconds, 0 to 60,000; 500 by default.
         * @return this.
         */
        public Builder lingerMillis(final int value) {
            lingerMillis = Checks.range("lingerMillis", value, 0, 60_000);
            return this;
        }

        /**
         * The threads of the driver inside this process. {@link ThreadingMode#SHARED}, the default, is one thread;
         * {@link ThreadingMode#DEDICATED} is three. With {@link ThreadingMode#INVOKER} the thread that polls the
         * endpoint drives the driver too, and waits for its sockets in the kernel: best where cores are few. There is
         * one endpoint then, all calls come from its thread once it has started, and the driver stands still while the
         * thread does something else. Not with {@link Kind#IPC}, nor with a driver of another process.
         *
         * @param value the mode.
         * @return this.
         */
        public Builder threadingMode(final ThreadingMode value) {
            threadingMode = Checks.notNull("threadingMode", value);
            return this;
        }

        /**
         * What a driver thread does without work: yield some times, then park for ever longer. Short parks and few
         * yields keep cores free for everybody else and were fastest under load on two cores; many yields are fastest
         * for one request at a time on idle cores.
         *
         * @param yields        0 to 1,000,000; 5 by default.
         * @param minParkMicros microseconds of the first park, 1 to 1,000,000; 20 by default.
         * @param maxParkMicros microseconds of the longest park, from minParkMicros to 1,000,000; 100 by default.
         * @return this.
         */
        public Builder idle(final int yields, final int minParkMicros, final int maxParkMicros) {
            idleYields = Checks.range("yields", yields, 0, 1_000_000);
            idleMinParkMicros = Checks.range("minParkMicros", minParkMicros, 1, 1_000_000);
            idleMaxParkMicros = Checks.range("maxParkMicros", maxParkMicros, minParkMicros, 1_000_000);
            return this;
        }

        /** The thread that polls the endpoint drives the media driver too ({@link ThreadingMode#INVOKER}). */
        public Builder compact() {
            return threadingMode(ThreadingMode.INVOKER);
        }

        /** The driver has three threads, and they never rest ({@link ThreadingMode#DEDICATED}, {@link #spinning}). */
        public Builder lowLatency() {
            return threadingMode(ThreadingMode.DEDICATED).spinning(true);
        }

        /**
         * Whether the driver's threads never rest, whatever {@link #idle} says. Each takes a processor for itself.
         *
         * @param value false by default.
         * @return this.
         */
        public Builder spinning(final boolean value) {
            spinning = value;
            return this;
        }

        /**
         * How many remote clients an endpoint answers at the same time. Each takes up to three times {@code
         * unicastTermLength} of memory.
         *
         * @param value 1 to 1024; 1024 by default.
         * @return this.
         */
        public Builder maxReturnPaths(final int value) {
            maxReturnPaths = Checks.range("maxReturnPaths", value, 1, MAX_RETURN_PATHS);
            return this;
        }

        /**
         * From where the driver inside this process receives, besides the addresses of those whom its endpoints send
         * to: senders from elsewhere are dropped and counted before anything is kept for them. Without any, the
         * default, senders may have any address, and their number is bounded.
         *
         * @param values IP addresses, or networks with their prefix length: 10.0.0.9, 10.0.0.0/24, fd00::/8. No names.
         * @return this.
         */
        public Builder allowedSources(final List<String> values) {
            allowedSources = Networks.parse("allowedSources", Checks.notNull("allowedSources", values));
            return this;
        }

        /**
         * Told of errors of driver and client, on their threads: names that do not resolve, sockets that fail. They are
         * counted too: {@code AeronTransports#errorCount()}. Told also of senders that are refused, one a second for
         * each reason ({@code AeronTransports#refused}). By default all that goes to the {@link System.Logger} of this
         * package as warnings.
         *
         * @param value the handler; must not throw.
         * @return this.
         */
        public Builder errorHandler(final ErrorHandler value) {
            errorHandler = Checks.notNull("errorHandler", value);
            return this;
        }

        /**
         * Checks what belongs together.
         *
         * @return the configuration.
         * @throws ConfigException when a setting is missing, or two contradict each other.
         */
        public AeronConfig build() {
            if (kind == Kind.MULTICAST) {
                Checks.notNull("multicastGroup", multicastGroup);
            }
            if (driverDirectory != null && embeddedDirectory != null) {
                throw new ConfigException("driverDirectory is '" + driverDirectory + "' and embeddedDirectory is '"
                    + embeddedDirectory + "', but only one may be given");
            }
            if (threadingMode == ThreadingMode.INVOKER && (kind == Kind.IPC || driverDirectory != null)) {
                throw new ConfigException("threadingMode is INVOKER, but must be another with "
                    + (kind == Kind.IPC ? "IPC" : "the driver of another process"));
            }
            Checks.range("receiverWindowLength", receiverWindowLength, mtuLength, socketBufferLength);
            return new AeronConfig(copy());
        }

        private Builder copy() {
            try {
                return (Builder) clone();
            } catch (final CloneNotSupportedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
