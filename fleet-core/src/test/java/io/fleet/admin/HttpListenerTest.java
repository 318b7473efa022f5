package io.fleet.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpListenerTest {
    private final List<Socket> open = new ArrayList<>();
    private final CompletableFuture<HttpPage> later = new CompletableFuture<>();
    private final List<CompletableFuture<HttpPage>> asked = new CopyOnWriteArrayList<>();
    private HttpListener listener;

    @BeforeEach
    void start() throws IOException {
        listener = HttpListener.listen("test-http", "127.0.0.1", 0, request -> switch (request.path()) {
            case "/later" -> later;
            case "/each" -> asked();
            case "/fails" -> throw new IllegalStateException("no page");
            case "/large" -> CompletableFuture.completedFuture(HttpPage.text(200, "x".repeat(4 << 20)));
            default -> CompletableFuture.completedFuture(
                HttpPage.text(200, request.method() + " " + request.path() + " " + request.query()));
        });
    }

    @AfterEach
    void stop() throws IOException {
        for (final Socket each : open) {
            each.close();
        }
        listener.close();
    }

    private Socket connect(final String sent) throws IOException {
        final Socket socket = new Socket("127.0.0.1", listener.port());
        socket.setSoTimeout(60_000);
        socket.getOutputStream().write(sent.getBytes(StandardCharsets.ISO_8859_1));
        open.add(socket);
        return socket;
    }

    private CompletableFuture<HttpPage> asked() {
        final CompletableFuture<HttpPage> page = new CompletableFuture<>();
        asked.add(page);
        return page;
    }

    private static String answer(final Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static String get(final String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }

    @Test
    @Tag("hazard-X-H6")
    void shouldAnswerWhateverOthersDoNotSendOrRead() throws IOException {
        for (int i = 0; i < 3 * HttpListener.MAX_CONNECTIONS; i++) {
            connect(i % 3 == 0 ? "" : i % 3 == 1 ? "GET /live HTTP/1.1\r\nHost:" : get("/large"));
            assertTrue(answer(connect(get("/live"))).endsWith("GET /live null"), "request " + i);
        }
        final String large = answer(connect(get("/large")));
        assertTrue(large.endsWith("x".repeat(4 << 20)));
    }

    @Test
    void shouldAnswerWhenTheAnswerIsThere() throws IOException {
        final Socket waiting = connect(get("/later"));
        assertTrue(answer(connect(get("/a%20b?c=d%20e"))).endsWith("GET /a b c=d%20e"));
        later.complete(HttpPage.text(503, "now\n"));
        final String answer = answer(waiting);
        assertTrue(answer.startsWith("HTTP/1.1 503 ") && answer.endsWith("\r\n\r\nnow\n"), answer);
        assertTrue(answer(connect(get("/fails"))).startsWith("HTTP/1.1 500 "));
    }

    @Test
    @Tag("hazard-U-http-half")
    void shouldAnswerAClientThatSendsNoMore() throws IOException {
        final Socket waiting = connect(get("/later"));
        final Socket large = connect(get("/large"));
        waiting.shutdownOutput();
        large.shutdownOutput();
        for (int i = 0; i < 3; i++) {
            assertTrue(answer(connect(get("/live"))).endsWith("GET /live null"));
        }
        later.complete(HttpPage.text(200, "now\n"));
        assertTrue(answer(waiting).endsWith("\r\n\r\nnow\n"));
        assertTrue(answer(large).endsWith("x".repeat(4 << 20)));
        final Socket nothing = connect("GET / HTTP/1.1\r\n");
        nothing.shutdownOutput();
        assertEquals("", answer(nothing), "no request came");
    }

    @Test
    @Tag("hazard-U-http-work")
    void shouldNotWantWhatNobodyWaitsForAnyMore() throws IOException {
        for (int i = 0; i < HttpListener.MAX_CONNECTIONS; i++) {
            connect(get("/each"));
        }
        final long deadline = System.nanoTime() + 60_000_000_000L;
        while (asked.size() < HttpListener.MAX_CONNECTIONS) {
            assertTrue(System.nanoTime() < deadline, asked.size() + " were asked");
            LockSupport.parkNanos(1_000_000);
        }
        assertTrue(answer(connect(get("/live"))).endsWith("GET /live null"));
        assertEquals(1, asked.stream().filter(CompletableFuture::isCancelled).count());
    }

    @Test
    @Tag("hazard-U-http-accept")
    void shouldNotTryAgainAtOnceToAcceptWhatItCannot() throws IOException {
        final AtomicLong now = new AtomicLong();
        final AtomicBoolean isFull = new AtomicBoolean();
        final AtomicInteger refused = new AtomicInteger();
        final HttpListener usual = listener;
        try (HttpListener full = HttpListener.listen("test-http", "127.0.0.1", 0,
            request -> CompletableFuture.completedFuture(HttpPage.text(200, request.path())),
            accepts -> () -> {
                if (isFull.get()) {
                    refused.incrementAndGet();
                    throw new IOException("Too many open files");
                }
                return accepts.accept();
            }, now::get)) {
            listener = full;
            final Socket before = connect("");
            assertTrue(answer(connect(get("/one"))).endsWith("/one"), "both are accepted");
            isFull.set(true);
            final Socket waiting = connect(get("/waiting"));
            final long deadline = System.nanoTime() + 60_000_000_000L;
            while (refused.get() == 0) {
                assertTrue(System.nanoTime() < deadline, "it was not tried to accept it");
                LockSupport.parkNanos(1_000_000);
            }
            before.getOutputStream().write(get("/before").getBytes(StandardCharsets.ISO_8859_1));
            assertTrue(answer(before).endsWith("/before"));
            assertEquals(1, refused.get(), "attempts while no time has passed");
            isFull.set(false);
            now.set(500_000_000L);
            assertTrue(answer(waiting).endsWith("/waiting"));
        } finally {
            listener = usual;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\r\n\r\n", "GET /\r\n\r\n", "get / HTTP/1.1\r\n\r\n", "GET / HTTP/2\r\n\r\n",
        "GET :::/ HTTP/1.1\n\n",
        "GET / HTTP/1.1\r\nnothing\r\n\r\n", "\u0000\u0001\n\n"})
    void shouldRefuseWhatIsNoRequest(final String wrong) throws IOException {
        final String answer = answer(connect(wrong));
        assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
    }

    @Test
    @Tag("hazard-X-H6")
    void shouldRefuseARequestThatIsTooLong() throws IOException {
        assertTrue(answer(connect("GET / HTTP/1.1\r\nA: " + "b".repeat(8_200))).startsWith("HTTP/1.1 400 "));
        assertTrue(answer(connect("GET / HTTP/1.1\r\nA: " + "b".repeat(8_000) + "\r\n\r\n"))
            .startsWith("HTTP/1.1 200 "));
    }

    @Test
    void shouldSendTheHeadAloneWhereThatIsAskedFor() throws IOException {
        final String answer = answer(connect("HEAD /live HTTP/1.0\r\n\r\n"));
        assertTrue(answer.contains("Content-Length: 15\r\n") && answer.endsWith("\r\n\r\n"), answer);
    }

    @Test
    void shouldNameTheAddressThatIsTaken() {
        final IOException taken = assertThrows(IOException.class,
            () -> HttpListener.listen("test-http", "127.0.0.1", listener.port(), request -> later));
        assertTrue(taken.getMessage().startsWith("cannot listen on 127.0.0.1:" + listener.port() + ": "));
    }

    @ParameterizedTest
    @CsvSource(nullValues = "none", value = {"none,true", "127.0.0.1,true", "127.0.0.1:80,true", "localhost:7101,true",
        "node-2,true", "[::1]:80,true", "node.mine.example:7101,true", "NODE.mine.example,true", "evil.example,false",
        "evil.example:7101,false", "127.0.0.1.evil.example,false", "'',false", "1.2.3.4@evil.example,false"})
    @Tag("hazard-X-M7")
    void shouldKnowTheNamesThatItMayBeCalledBy(final String host, final boolean allowed) {
        assertEquals(allowed, HostNames.isAllowed(host, Set.of("node.mine.example")));
    }

    @Test
    @Tag("hazard-X-M7")
    void shouldNotBeCalledByTheNameOfAPage() {
        assertFalse(HostNames.isAllowed("evil.example", Set.of()));
    }

    @Test
    void shouldReadHeads() {
        final byte[] head = "POST /x?y=1 HTTP/1.1\r\nContent-Length: 2\r\nHost:  a \r\n\r\n"
            .getBytes(StandardCharsets.ISO_8859_1);
        final HttpRequest request = HttpRequest.parse(head, head.length);
        assertTrue(request.hasBody());
        assertEquals("a", request.headers().get("host"));
        assertFalse(new HttpRequest("GET", "/", null, java.util.Map.of()).hasBody());
        assertNull(HttpRequest.parse(new byte[0], 0));
    }
}
