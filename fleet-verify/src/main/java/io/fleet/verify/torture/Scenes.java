package io.fleet.verify.torture;

import io.fleet.verify.torture.history.Timeline;
import io.fleet.verify.torture.process.KvProcess;
import io.fleet.verify.torture.process.RespClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients that behave badly, against three real processes of the key-value server: in each scene others go on to be
 * served within a time, and memory stays in its bound. Not thread-safe.
 */
public final class Scenes {
    private static final int MEBIBYTE = 1 << 20;
    private static final int CLIENT_MEMORY = 64 * MEBIBYTE;
    private static final int SLOW_READERS = 51;
    private static final int WAIT_MILLIS = 20_000;
    private static final long SCENE_MILLIS = 5_000;

    private final PrintWriter out;
    private final long maxGapMillis;
    private final KvProcesses processes;
    private final List<Socket> open = new ArrayList<>();
    private boolean allWell = true;

    private Scenes(final KvProcesses processes, final long maxGapMillis, final PrintWriter out) {
        this.processes = processes;
        this.maxGapMillis = maxGapMillis;
        this.out = out;
    }

    /**
     * Plays all of them.
     *
     * @param directory    new or empty; takes data and logs.
     * @param maxGapMillis how long a client that behaves may wait for an answer.
     * @param out          takes what is said.
     * @return whether all went well.
     * @throws Exception when processes cannot be started, or end.
     */
    public static boolean run(final Path directory, final long maxGapMillis, final PrintWriter out) throws Exception {
        final TortureOptions options = TortureOptions.chaos(Duration.ofMinutes(10), 3, directory, false,
            Duration.ofMinutes(10));
        final Timeline timeline = new Timeline(out);
        try (Site site = new Site(options, directory, List.of(), timeline,
            List.of("--client-memory", Integer.toString(CLIENT_MEMORY)));
             KvProcesses processes = new KvProcesses(site, timeline)) {
            processes.startAll();
            final Scenes scenes = new Scenes(processes, maxGapMillis, out);
            scenes.playAll();
            return scenes.allWell;
        }
    }

    /** What clients do in a scene. */
    private interface Acts {
        void play() throws Exception;
    }

    private void playAll() throws Exception {
        play("nothing: how long others wait without it", () -> { });
        play("CONFIG GET with many stars", () -> {
            for (int i = 0; i < 200; i++) {
                expect(ask(command("CONFIG", "GET", "*".repeat(40) + "z")), "*0");
            }
        });
        play("KEYS with an evil pattern in a transaction, on a key of 1 MiB", () -> {
            final String key = "a".repeat(MEBIBYTE);
            expect(ask(command("MULTI") + command("SET", key, "v") + command("KEYS", "*" + "a".repeat(4096) + "b")
                + command("KEYS", "*" + "a".repeat(1000) + "b") + command("DEL", key) + command("EXEC")), "-EXECABORT");
        });
        play("KEYS with an evil pattern from eight clients, on a key of 256 KiB", () -> {
            expect(ask(command("SET", "a".repeat(MEBIBYTE / 4), "v")), "+OK");
            final List<Thread> clients = new ArrayList<>();
            final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SCENE_MILLIS);
            for (int i = 0; i < 8; i++) {
                final Thread client = new Thread(() -> {
                    while (System.nanoTime() < end) {
                        try {
                            ask(command("KEYS", "*" + "a".repeat(1000) + "b"));
                        } catch (final IOException e) {
                            fail("a client of KEYS: " + e);
                            return;
                        }
                    }
                });
                client.start();
                clients.add(client);
            }
            for (final Thread each : clients) {
                each.join();
            }
            expect(ask(command("DEL", "a".repeat(MEBIBYTE / 4))), ":1");
        });
        playThoseWhoHoldMemory();
        play("a web page that posts FLUSHALL", () -> {
            expect(ask(command("SET", "kept", "1")), "+OK");
            ask("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nFLUSHALL\r\n");
            expect(ask(command("GET", "kept")), "$1");
        });
        stopInOrder();
    }

    private void playThoseWhoHoldMemory() throws Exception {
        play(SLOW_READERS + " clients that do not read their answers of 1 MiB", () -> {
            expect(ask(command("SET", "large", "v".repeat(MEBIBYTE))), "+OK");
            for (int i = 0; i < SLOW_READERS; i++) {
                connect().getOutputStream().write(bytes(command("GET", "large").repeat(32)));
            }
            watchMemory();
        });
        play("100 clients that send a part of a request of 8 MB", () -> {
            for (int i = 0; i < 100; i++) {
                sendWhatGoes("*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$8000000\r\n" + "v".repeat(MEBIBYTE));
            }
            watchMemory();
        });
        play("100 clients that queue 50,000 commands each", () -> {
            for (int i = 0; i < 100; i++) {
                sendWhatGoes(command("MULTI") + "GET a\r\n".repeat(50_000));
            }
            watchMemory();
        });
    }

    /** A node that is stopped while clients hold what they can ends in order, and votes when it is back. */
    private void stopInOrder() throws Exception {
        final KvProcess node = processes.nodes().get(0);
        for (int i = 0; i < SLOW_READERS; i++) {
            sendWhatGoes(command("GET", "large").repeat(32));
        }
        final long length = node.logLength();
        node.stop();
        final boolean ended = node.awaitEnd(WAIT_MILLIS);
        closeAll();
        if (!ended || node.exitCode() != 0) {
            fail("a node that was stopped has not ended in order: " + (ended ? "exit code " + node.exitCode()
                : "it still runs"));
        }
        processes.start(node);
        if (node.logSays("SUSPECT", length)) {
            fail("a node that was stopped in order is suspect when it is back");
        }
        out.println((ended ? "ok    " : "FAILED ") + "a stop while 51 clients do not read");
        out.flush();
    }

    private void play(final String name, final Acts acts) throws Exception {
        final List<Pulse> pulses = new ArrayList<>();
        for (final KvProcess node : processes.nodes()) {
            pulses.add(new Pulse(node.port()));
        }
        final boolean before = allWell;
        allWell = true;
        try {
            acts.play();
            processes.restUntil(System.nanoTime() + TimeUnit.SECONDS.toNanos(1));
        } finally {
            closeAll();
        }
        long worst = 0;
        long asked = 0;
        String which = "";
        for (final Pulse pulse : pulses) {
            final long waited = pulse.end();
            if (waited > worst) {
                worst = waited;
                which = pulse.which();
            }
            asked += pulse.asked;
            if (pulse.failure != null) {
                fail("a client that behaves: " + pulse.failure);
            }
        }
        processes.rest();
        if (worst > maxGapMillis) {
            fail("others waited " + worst + " ms, but may wait " + maxGapMillis);
        }
        out.println(String.format(Locale.ROOT, "%s%s: others waited %d ms at most in %d commands%s", allWell ? "ok    "
            : "FAILED ", name, worst, asked, which));
        out.flush();
        allWell &= before;
    }

    private synchronized void fail(final String why) {
        allWell = false;
        out.println("      " + why);
        out.flush();
    }

    private void expect(final String answer, final String begin) {
        if (!answer.lines().reduce((first, last) -> last).orElse("").startsWith(begin) && !answer.startsWith(begin)) {
            fail("answered '" + answer.substring(0, Math.min(80, answer.length())) + "', but should begin with "
                + begin);
        }
    }

    /** Holds the memory of the connections against its bound, as INFO tells it. */
    private void watchMemory() throws Exception {
        final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SCENE_MILLIS);
        long most = 0;
        long resident = 0;
        while (System.nanoTime() < end) {
            final Map<String, String> info = processes.nodes().get(0).info();
            most = Math.max(most, Long.parseLong(info.getOrDefault("client_memory", "0")));
            resident = Math.max(resident, resident(processes.nodes().get(0).pid()));
            processes.restUntil(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50));
        }
        final long bound = CLIENT_MEMORY + CLIENT_MEMORY / 2 + 256L * 64 * 1024;
        out.println("      connections held " + most / MEBIBYTE + " MiB at most, of " + bound / MEBIBYTE
            + "; the process " + resident / MEBIBYTE + " MiB");
        if (most > bound) {
            fail("connections held " + most + " bytes, but may hold " + bound);
        }
    }

    /** What a process takes of the memory, in bytes; 0 where the system does not tell. */
    private static long resident(final long pid) throws IOException {
        final Path status = Path.of("/proc", Long.toString(pid), "status");
        if (!Files.exists(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream().filter(line -> line.startsWith("VmRSS:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024).findFirst().orElse(0);
    }

    private Socket connect() throws IOException {
        final Socket socket = new Socket(InetAddress.getLoopbackAddress(), processes.port(0));
        socket.setSoTimeout(WAIT_MILLIS);
        open.add(socket);
        return socket;
    }

    /** Sends as much as is taken: the server may close the connection. */
    private void sendWhatGoes(final String text) throws IOException {
        final Socket socket = connect();
        try {
            socket.getOutputStream().write(bytes(text));
        } catch (final java.net.SocketException closedByTheServer) {
            open.remove(socket);
            socket.close();
        }
    }

    private void closeAll() throws IOException {
        for (final Socket each : open) {
            each.close();
        }
        open.clear();
    }

    /** Sends commands, and reads until nothing more comes for a moment. */
    private String ask(final String text) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), processes.port(0))) {
            socket.setSoTimeout(WAIT_MILLIS);
            final ByteArrayOutputStream answer = new ByteArrayOutputStream();
            try {
                socket.getOutputStream().write(bytes(text + command("QUIT")));
                socket.getInputStream().transferTo(answer);
            } catch (final SocketTimeoutException e) {
                fail("not answered within " + WAIT_MILLIS + " ms: " + text.substring(0, Math.min(60, text.length())));
            } catch (final java.net.SocketException closedByTheServer) {
                answer.reset();
            }
            final String all = answer.toString(StandardCharsets.ISO_8859_1);
            return all.endsWith("+OK\r\n") ? all.substring(0, all.length() - 5) : all;
        }
    }

    private static String command(final String... words) {
        final StringBuilder text = new StringBuilder("*" + words.length + "\r\n");
        for (final String word : words) {
            text.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
        }
        return text.toString();
    }

    private static byte[] bytes(final String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** A client that behaves: sets and gets, one after the other, and knows how long it waited at most. */
    private static final class Pulse {
        private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
        private final Thread thread;
        private final int port;
        private volatile boolean ends;
        private volatile String failure;
        private volatile long asked;
        private volatile long worstNanos;
        private volatile long worstAtNanos;
        private final long beganNanos = System.nanoTime();

        Pulse(final int port) {
            this.port = port;
            thread = new Thread(this::run, "pulse-" + port);
            thread.setDaemon(true);
            thread.start();
        }

        private void run() {
            try (RespClient client = new RespClient(port, WAIT_MILLIS)) {
                for (long i = 0; !ends; i++) {
                    final long began = System.nanoTime();
                    client.call(i % 2 == 0 ? List.of("SET", "pulse-" + port, Long.toString(i))
                        : List.of("GET", "pulse-" + port));
                    final long nanos = System.nanoTime() - began;
                    if (nanos > worstNanos) {
                        worstNanos = nanos;
                        worstAtNanos = began;
                    }
                    asked++;
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            } catch (final IOException | RespClient.ErrorReply e) {
                failure = e.toString();
            }
        }

        /** Where and when it waited longest. */
        String which() {
            return String.format(Locale.ROOT, " (port %d, %d ms after the scene began)", port,
                TimeUnit.NANOSECONDS.toMillis(worstAtNanos - beganNanos));
        }

        /** Ends it; answers how long it waited at most, in milliseconds. */
        long end() throws InterruptedException {
            ends = true;
            thread.join();
            return TimeUnit.NANOSECONDS.toMillis(worstNanos);
        }
    }
}
