package io.fleet.examples.kv.resp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.examples.kv.KvMachine;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.fixture.cluster.Clusters;
import io.fleet.testkit.local.LocalClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a peer that does not keep to the protocol can do: nothing to others. */
class ProtocolAbuseTest {
    private LocalClient client;
    private RespServer server;

    @BeforeEach
    void start() throws IOException {
        client = new LocalClient(new KvMachine());
        server = RespServer.start("127.0.0.1", 0, client,
            () -> new ReplicaInfo(1, "leader", 1, 1, 0, 0, 0, 0, 0, "VOTER"), KvBounds.NONE);
    }

    @AfterEach
    void stop() {
        server.close();
        client.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "*1\r\n$-1\r\n", "*1\r\n$-5\r\n", "*1\r\n$536870913\r\n", "*1\r\n$99999999999999999999\r\n", "*1048577\r\n",
        "*99999999999999999999\r\n", "*01\r\n", "*-0\r\n", "*1\r\n$-0\r\n", "*1\r\n$04\r\n", "*x\r\n", "*1\r\n$x\r\n",
        "*1\r\nPING\r\n",
        "*1\r\n*1\r\n$4\r\nPING\r\n",
        "*1\r\n:1\r\n", "GET \"a\r\n", "GET \"a\"b\r\n",
        "*1\r\n$4\nPING\r\n", "*1\n$4\r\nPING\r\n"
    })
    void shouldSayWhatIsWrongAndClose(final String wrong) throws IOException {
        try (RawClient redis = new RawClient(server.port())) {
            redis.send("SET a 1\r\n" + wrong);
            assertEquals("+OK", redis.answer());
            final String answer = redis.answer();
            assertTrue(answer.startsWith("-ERR Protocol error: "), answer);
            assertTrue(redis.closedByServer());
        }
        shouldStillServeOthers();
    }

    /** What ends a line, and what stands behind it or a word. */
    @ParameterizedTest
    @ValueSource(strings = {"PING\nPING\r\n", "*1\r\n$4\r\nPINGxx*1\r\n$4\r\nPING\r\n", "*1\rx$4\rxPINGxxPING\n",
        "$4\r\nPING\r\n"})
    void shouldReadLinesAsRedisDoes(final String lines) throws IOException {
        try (RawClient redis = new RawClient(server.port())) {
            redis.send(lines);
            final String first = redis.answer();
            assertTrue("+PONG".equals(first) || first.startsWith("-ERR unknown command '$4'"), first);
            assertEquals("+PONG", redis.answer());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"*x|invalid multibulk length",
        "*1\\r\\n$x|invalid bulk length", "*1\\r\\nPING|expected '$', got 'P'", "\"a|unbalanced quotes in request"})
    void shouldSayWhatRedisSays(final String wrong, final String text) throws IOException {
        try (RawClient redis = new RawClient(server.port())) {
            redis.send(wrong.replace("\\r\\n", "\r\n") + "\r\n");
            assertEquals("-ERR Protocol error: " + text, redis.answer());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"*0\r\n", "*-1\r\n", "*-5\r\n", "\n", "\r\n", "   \r\n"})
    void shouldPassOverEmptyCommands(final String empty) throws IOException {
        try (RawClient redis = new RawClient(server.port())) {
            redis.send(empty + empty + "PING\r\n");
            assertEquals("+PONG", redis.answer());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "$", "GET ", "*1\r\n$"})
    void shouldEndALineThatNeverEnds(final String start) throws IOException {
        try (RawClient redis = new RawClient(server.port())) {
            redis.send(start);
            final byte[] digits = "1".repeat(8192).getBytes(StandardCharsets.US_ASCII);
            try {
                for (int i = 0; i < 100; i++) {
                    redis.send(digits);
                }
            } catch (final IOException closedAlready) {
                assertTrue(redis.closedByServer());
            }
            assertTrue(redis.closedByServer());
        }
        shouldStillServeOthers();
    }

    @Test
    void shouldUnderstandCommandsThatComeByteByByte() throws IOException {
        try (RawClient redis = new RawClient(server.port())) {
            final String all = RawClient.command("SET", "", "x\r\ny") + "\r\nget \"\"\r\n"
                + RawClient.command("STRLEN", "");
            for (final byte b : all.getBytes(StandardCharsets.US_ASCII)) {
                redis.send(new byte[] {b});
            }
            redis.expect("+OK", "x\r\ny", ":4");
        }
    }

    @Test
    void shouldSurviveRandomBytes() throws IOException {
        final Random random = new Random(11);
        final String alphabet = "*$+-:\r\n0123456789 GETSETPINGMULTIEXEC\"'\\x%_";
        for (int i = 0; i < 300; i++) {
            try (RawClient redis = new RawClient(server.port())) {
                final byte[] bytes = new byte[random.nextInt(400)];
                for (int j = 0; j < bytes.length; j++) {
                    bytes[j] = (byte) (i % 3 == 0 ? random.nextInt(256)
                        : alphabet.charAt(random.nextInt(alphabet.length())));
                }
                redis.send(bytes);
            }
        }
        shouldStillServeOthers();
        Clusters.await(() -> server.connections() == 0);
    }

    @Test
    void shouldRefuseWhatIsTooLargeAndGoOn() throws IOException {
        try (RawClient redis = new RawClient(server.port())) {
            redis.send(RawClient.command("SET", "a", "v".repeat(8 * 1024 * 1024)));
            assertTrue(redis.answer().startsWith("-ERR command of 8388612 bytes, but at most "));
            redis.send(RawClient.command("SET", "a", "v".repeat(8 * 1024 * 1024 - 10)));
            assertTrue(redis.answer().startsWith("-ERR command of "));
            redis.send(RawClient.command("SET", "a", "v".repeat(8 * 1024 * 1024 - 1000)));
            assertEquals("-ERR string exceeds maximum allowed size (proto-max-bulk-len)", redis.answer());
            assertEquals(":0", redis.ask("DBSIZE"));
        }
    }

    @Test
    void shouldNotTakeMemoryOnTheWordOfALength() throws IOException {
        final RawClient[] clients = new RawClient[400];
        for (int i = 0; i < clients.length; i++) {
            clients[i] = new RawClient(server.port());
            clients[i].send("*2\r\n$3\r\nGET\r\n$8388000\r\nx");
        }
        shouldStillServeOthers();
        for (final RawClient each : clients) {
            each.close();
        }
    }

    private void shouldStillServeOthers() throws IOException {
        try (RawClient redis = new RawClient(server.port())) {
            assertEquals("+PONG", redis.ask("PING"));
            assertEquals("+OK", redis.ask("SET a 1"));
        }
    }
}
