package io.fleet.examples.kv.resp;

import static io.fleet.fixture.cluster.Clusters.PATIENCE_SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.error.NoLeaderException;
import io.fleet.error.OutcomeUnknownException;
import io.fleet.error.OverloadedException;
import io.fleet.examples.kv.KvMachine;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.fixture.cluster.Clusters;
import io.fleet.testkit.local.LocalClient;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RespServerTest {
    private LocalClient client;
    private RespServer server;
    private RawClient redis;

    @BeforeEach
    void start() throws IOException {
        client = new LocalClient(new KvMachine());
        server = RespServer.start("127.0.0.1", 0, client,
            () -> new ReplicaInfo(2, "follower", 1, 3, 12, 11, 10, 9, 5, "VOTER"), KvBounds.NONE);
        redis = new RawClient(server.port());
    }

    @AfterEach
    void stop() throws IOException {
        redis.close();
        server.close();
        client.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', quoteCharacter = '`', value = {
        "PING > +PONG", "PING hi > hi", "PING a b > -ERR wrong number of arguments for 'ping' command", "echo hi > hi",
        "ECHO > -ERR wrong number of arguments for 'echo' command", "SELECT 0 > +OK",
        "SELECT 1 > -ERR DB index is out of range",
        "SELECT x > -ERR value is not an integer or out of range",
        "SELECT 00 > -ERR value is not an integer or out of range",
        "SELECT 99999999999 > -ERR value is out of range, value must between -2147483648 and 2147483647",
        "GET > -ERR wrong number of arguments for 'get' command",
        "Get a b > -ERR wrong number of arguments for 'get' command",
        "NOPE > -ERR unknown command 'NOPE', with args beginning with:",
        "nope a b > -ERR unknown command 'nope', with args beginning with: 'a' 'b'", "EXEC > -ERR EXEC without MULTI",
        "DISCARD > -ERR DISCARD without MULTI", "HELLO 4 > -NOPROTO unsupported protocol version",
        "HELLO x > -ERR Protocol version is not an integer or out of range",
        "AUTH default x > +OK", "AUTH a b > -WRONGPASS invalid username-password pair or user is disabled.",
        "HELLO 3 AUTH a b > -WRONGPASS invalid username-password pair or user is disabled.",
        "HELLO 3 NOPE > -ERR Syntax error in HELLO option 'NOPE'",
        "CLIENT SETNAME x > +OK", "CLIENT GETNAME > nil", "CLIENT ID > :1", "CLIENT NO-EVICT ON > +OK",
        "CLIENT NO-EVICT x > -ERR syntax error", "CLIENT SETINFO lib-name x > +OK",
        "CLIENT SETINFO x y > -ERR Unrecognized option 'x'",
        "CLIENT READS > log", "CLIENT READS LOCAL x > -ERR wrong number of arguments for 'client|reads' command",
        "CLIENT READS lease > +OK",
        "CLIENT READS stale:9999999 > -ERR reads must be log|quorum|lease|stale:MILLIS|local, with at most 3600000 ms",
        "CLIENT READS log > +OK",
        "CLIENT NOPE > -ERR unknown subcommand 'NOPE'. Try CLIENT HELP.",
        "CLIENT ID x > -ERR wrong number of arguments for 'client|id' command", "CONFIG GET save > [save, ]",
        "CONFIG GET maxmemory maxmemory-p* > [maxmemory, 0, maxmemory-policy, noeviction]",
        "CONFIG FOO > -ERR unknown subcommand 'FOO'. Try CONFIG HELP.",
        "COMMAND FOO > -ERR unknown subcommand 'FOO'. Try COMMAND HELP.",
        "CLIENT SETNAME > -ERR wrong number of arguments for 'client|setname' command", "CONFIG GET nope > []",
        "CONFIG SET a b > -ERR Unknown option or number of arguments for CONFIG SET - 'a'",
        "CONFIG SET timeout 0 b > -ERR syntax error",
        "CONFIG SET timeout x > -ERR CONFIG SET failed (possibly related to argument 'timeout') - "
            + "argument couldn't be parsed into an integer",
        "CONFIG SET timeout 5 Timeout 6 > -ERR CONFIG SET failed (possibly related to argument "
            + "'Timeout') - duplicate parameter",
        "CONFIG SET timeout 7 databases 2 > -ERR CONFIG SET failed (possibly related to argument "
            + "'databases') - can't set immutable config",
        "CONFIG GET timeout > [timeout, 0]", "CONFIG SET save '' TIMEOUT 0 > +OK", "CONFIG RESETSTAT > +OK",
        "CONFIG GET MaxClients > [MaxClients, 10000]",
        "CONFIG HELP x > -ERR wrong number of arguments for 'config|help' command",
        "CONFIG REWRITE > -ERR The server is running without a config file",
        "COMMAND GETKEYS MSET a b c d > [a, c]",
        "COMMAND GETKEYS GET a b > -ERR Invalid number of arguments specified for command",
        "COMMAND GETKEYS SCAN 0 > -ERR The command has no key arguments",
        "COMMAND GETKEYS NOPE a > -ERR Invalid command specified",
        "COMMAND GETKEYSANDFLAGS SET a b GET > [[a, [+RW, +access, +update]]]",
        "COMMAND LIST FILTERBY PATTERN GETDE* > [getdel]",
        "COMMAND LIST FILTERBY ACLCAT transaction > [watch, discard, exec, multi, unwatch]",
        "COMMAND LIST FILTERBY MODULE x > []", "COMMAND LIST FILTERBY NOPE x > -ERR syntax error",
        "COMMAND LIST x > -ERR syntax error",
        "COMMAND COUNT x > -ERR wrong number of arguments for 'command|count' command",
        "CLIENT KILL 1.2.3.4:5 > -ERR No such client", "CLIENT KILL ID 99 > :0",
        "CLIENT KILL ID x > -ERR client-id should be greater than 0",
        "CLIENT KILL TYPE x > -ERR Unknown client type 'x'", "CLIENT KILL USER x > -ERR No such user 'x'",
        "CLIENT KILL ID 1 x > -ERR syntax error",
        "CLIENT KILL > -ERR wrong number of arguments for 'client|kill' command", "CLIENT KILL TYPE normal > :0",
        "FUNCTION FLUSH > +OK", "FUNCTION FLUSH x > -ERR FUNCTION FLUSH only supports SYNC|ASYNC option",
        "SCRIPT FLUSH ASYNC > +OK",
        "SCRIPT FLUSH x > -ERR SCRIPT FLUSH only support SYNC|ASYNC option",
        "SCRIPT LOAD x > -ERR unknown subcommand 'LOAD'. Try SCRIPT HELP.",
        "SCAN -1 > [0, []]", "SCAN 18446744073709551616 > -ERR invalid cursor", "SCAN +0 > [0, []]",
        "SCAN x NOPE > -ERR invalid cursor",
        "COMMAND INFO get > [[get, :2, [+readonly, +fast], :1, :1, :1, [+@read, +@string, +@fast], [], [], []]]",
        "COMMAND INFO nope > [nil]",
        "EXEC x > -EXECABORT Transaction discarded because of: wrong number of arguments for 'exec' command",
        "COMMAND DOCS ping > [ping, [summary, Answers PONG., group, connection]]", "RESET > +RESET",
        "SET 'a b' \"x\\x41\\n\" > +OK",
    })
    void shouldAnswerLocallyAsRedisDoes(final String command, final String answer) throws IOException {
        assertEquals(answer, redis.ask(command).strip());
        assertEquals("+PONG", redis.ask("PING"));
    }

    @Test
    void shouldTellAboutTheGroup() throws IOException {
        final String info = redis.ask("INFO");
        assertTrue(info.contains("role:master\r\nconnected_slaves:0\r\nnode_role:follower\r\nleader:1\r\nballot:3\r\n"),
            info);
        assertTrue(info.contains("node:2\r\nordered_lsn:12\r\nchosen_lsn:11\r\n"
            + "applied_lsn:10\r\ndurable_lsn:9\r\nsessions:5\r\nstanding:VOTER"));
        assertTrue(info.contains("tcp_port:" + server.port()));
        final String clients = redis.ask("INFO clients");
        assertTrue(clients.startsWith("# Clients\r\nconnected_clients:1\r\nmaxclients:10000\r\nclient_memory:"),
            clients);
        assertTrue(clients.contains("\r\nevicted_clients:0\r\ntimed_out_clients:0\r\n"), clients);
        assertEquals("", redis.ask("INFO nope"));
    }

    @Test
    void shouldSpeakBothProtocols() throws IOException {
        assertEquals("nil", redis.ask("GET none"));
        final String hello = redis.ask("HELLO 3 SETNAME me");
        assertTrue(hello.startsWith("%[server, fleet, version, 7.2.0, proto, :3, id, :1, mode, standalone"), hello);
        assertEquals("nil3", redis.ask("GET none"));
        assertEquals("me", redis.ask("CLIENT GETNAME"));
        assertEquals("%[save, ]", redis.ask("CONFIG GET save"));
        redis.send("GET none\r\nHELLO 2\r\nGET none\r\nRESET\r\n");
        assertEquals("nil3", redis.answer());
        assertTrue(redis.answer().startsWith("[server"));
        redis.expect("nil", "+RESET");
        assertEquals("nil", redis.ask("CLIENT GETNAME"));
    }

    @Test
    void shouldQueueTransactionsWithLocalCommandsInThem() throws IOException {
        redis.send("MULTI\r\nSET a 1\r\nPING\r\nINCR a\r\nGET none\r\nEXEC\r\nGET a\r\n");
        assertEquals("+OK", redis.answer());
        for (int i = 0; i < 4; i++) {
            assertEquals("+QUEUED", redis.answer());
        }
        redis.expect("[+OK, +PONG, :2, nil]", "2");
        redis.send("MULTI\r\nPING\r\nEXEC\r\nMULTI\r\nEXEC\r\n"
            + "MULTI\r\nMULTI\r\nGET a\r\nHELLO 3\r\nGET none\r\nEXEC\r\nGET none\r\n");
        redis.expect("+OK", "+QUEUED", "[+PONG]", "+OK", "[]", "+OK", "-ERR MULTI calls can not be nested");
        redis.answer();
        redis.answer();
        redis.answer();
        final String exec = redis.answer();
        assertTrue(exec.startsWith("[2, %[server") && exec.endsWith("nil3]"), exec);
        assertEquals("nil3", redis.answer());
    }

    @Test
    @Tag("hazard-U-transactions")
    void shouldAbortABrokenTransaction() throws IOException {
        for (final String wrong : new String[] {"NOPE", "GET", "ECHO", "DISCARD x", "MULTI x",
            "CLIENT SETNAME", "CLIENT FOO", "CLIENT READS a b", "CONFIG FOO", "CONFIG GET", "CONFIG SET a",
            "COMMAND FOO", "KEYS *"}) {
            redis.send("MULTI\r\nSET a 1\r\n" + wrong + "\r\nSET b 1\r\nEXEC\r\n");
            redis.expect("+OK", "+QUEUED");
            assertTrue(redis.answer().startsWith("-ERR "));
            redis.expect("+QUEUED", "-EXECABORT Transaction discarded because of previous errors.");
            assertEquals(":0", redis.ask("DBSIZE"));
        }
        redis.send("MULTI\r\nNOPE\r\nDISCARD\r\nSET a 1\r\n");
        redis.answer();
        redis.answer();
        redis.expect("+OK", "+OK");
    }

    @Test
    void shouldPackWhatWaitsIntoBatchesAndKeepOneInFlight() throws Exception {
        final CountDownLatch gate = new CountDownLatch(1);
        client.block(() -> await(gate));
        redis.send("INCR n\r\n");
        Clusters.await(() -> client.sent() == 1);
        final StringBuilder many = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            many.append("INCR n\r\nPING\r\nGET n\r\n");
        }
        redis.send(many.toString());
        final RawClient other = new RawClient(server.port());
        assertEquals("+PONG", other.ask("PING"));
        other.close();
        assertEquals(1, client.sent(), "one batch of a connection at a time");
        gate.countDown();

        assertEquals(":1", redis.answer());
        for (int i = 0; i < 500; i++) {
            assertEquals(":" + (i + 2), redis.answer());
            assertEquals("+PONG", redis.answer());
            assertEquals(Integer.toString(i + 2), redis.answer());
        }
        assertTrue(client.sent() < 60, "sent " + client.sent());
    }

    @Test
    @Tag("hazard-X-H1")
    void shouldTellSettingsWhateverThePatternIs() throws IOException {
        assertEquals("[]", redis.ask("CONFIG GET " + "*".repeat(40) + "z"));
        assertEquals("[save, ]", redis.ask("CONFIG GET [s]a?e"));
        assertEquals("-ERR pattern of 1025 bytes, but at most 1024 are allowed",
            redis.ask("CONFIG GET " + "*".repeat(1025)));
        final StringBuilder many = new StringBuilder("CONFIG GET");
        for (int i = 0; i < 60; i++) {
            many.append(' ').append("*a".repeat(500)).append('z');
        }
        assertEquals("[]", redis.ask(many.toString()));
        assertEquals("-ERR 1025 words, but 'config' takes at most 1024", redis.ask("CONFIG GET" + " a".repeat(1023)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST / HTTP/1.1\r\nHost: localhost\r\n", "GET / HTTP/1.1\r\nHost: localhost\r\n",
        "Host: localhost\r\n", "post x\r\n"})
    @Tag("hazard-U-http")
    void shouldCloseAConnectionThatSpeaksHttp(final String head) throws IOException {
        assertEquals("+OK", redis.ask("SET a 1"));
        try (RawClient page = new RawClient(server.port())) {
            page.send(head + "Content-Length: 12\r\n\r\nFLUSHALL\r\n");
            assertTrue(page.closedByServer());
        }
        assertEquals("1", redis.ask("GET a"));
    }

    @Test
    @Tag("hazard-U-http")
    void shouldRunNothingThatAWebPageSends() throws IOException {
        redis.send("POST / HTTP/1.1\r\n\r\nSET a 1\r\n");
        assertTrue(redis.closedByServer());
        try (RawClient other = new RawClient(server.port())) {
            assertEquals("nil", other.ask("GET a"));
        }
    }

    @Test
    @Tag("hazard-X-H3")
    void shouldRefuseATransactionWhoseAnswersWouldBeTooMany() throws IOException {
        final int times = 4_000;
        redis.send("MULTI\r\n" + "COMMAND\r\n".repeat(times) + "SET a 1\r\nEXEC\r\nGET a\r\n");
        assertEquals("+OK", redis.answer());
        for (int i = 0; i <= times; i++) {
            assertEquals("+QUEUED", redis.answer());
        }
        assertTrue(redis.answer().startsWith("-EXECABORT Transaction discarded: what it asks of the server comes to"));
        assertEquals("nil", redis.answer());
        final String names = " get".repeat(1022);
        assertTrue(redis.ask("COMMAND INFO" + names).startsWith("[[get, "));
    }

    @Test
    @Tag("hazard-X-H3")
    void shouldRefuseATransactionOfTooManyCommands() throws IOException {
        final int most = ClientSession.MAX_TRANSACTION;
        redis.send("MULTI\r\n" + "GET a\r\n".repeat(most + 1) + "EXEC\r\n");
        assertEquals("+OK", redis.answer());
        for (int i = 0; i < most; i++) {
            assertEquals("+QUEUED", redis.answer());
        }
        assertEquals("-ERR transaction of more than 65536 commands; nothing will be changed", redis.answer());
        assertTrue(redis.answer().startsWith("-EXECABORT"));
    }

    @Test
    void shouldLetTheDefaultUserInAlone() throws IOException {
        assertEquals("-ERR AUTH <password> called without any password configured for the default user. "
            + "Are you sure your configuration is correct?", redis.ask("AUTH x"));
        assertEquals("+OK", redis.ask("AUTH default x"));
        assertEquals("-WRONGPASS invalid username-password pair or user is disabled.", redis.ask("AUTH other x"));
        assertTrue(redis.ask("HELLO 3 AUTH default x SETNAME me").startsWith("%[server"));
        assertEquals("-WRONGPASS invalid username-password pair or user is disabled.",
            redis.ask("HELLO 2 SETNAME you AUTH other x"));
        assertEquals("me", redis.ask("CLIENT GETNAME"));
        assertEquals("-ERR syntax error", redis.ask("AUTH a b c"));
    }

    @Test
    void shouldEndATransactionWhoseExecIsWrong() throws IOException {
        redis.send("MULTI\r\nSET a 1\r\nEXEC x\r\nEXEC\r\nGET a\r\n");
        redis.expect("+OK", "+QUEUED",
            "-EXECABORT Transaction discarded because of: wrong number of arguments for 'exec' command",
            "-ERR EXEC without MULTI", "nil");
    }

    @Test
    void shouldAnswerInTheProtocolOfEachCommandOfATransaction() throws IOException {
        redis.send("MULTI\r\nGET a\r\nHELLO 3\r\nGET a\r\nHELLO 2\r\nGET a\r\nEXEC\r\n");
        redis.expect("+OK", "+QUEUED", "+QUEUED", "+QUEUED", "+QUEUED", "+QUEUED");
        final String answer = redis.answer();
        assertTrue(answer.startsWith("[nil, %[server") && answer.contains("], nil3, [server") && answer.endsWith(
            "nil]"),
            answer);
    }

    @Test
    void shouldShowTheBytesOfWhatItDoesNotKnow() throws IOException {
        redis.send("*3\r\n$4\r\nNO\u00ffP\r\n$3\r\na\u0000b\r\n$4\r\n\u00e4\r\nc\r\n");
        redis.expect("-ERR unknown command 'NO\u00ffP', with args beginning with: 'a' '\u00e4  c' ");
        assertEquals("-ERR unknown subcommand 'F\u00fe'. Try CLIENT HELP.", redis.ask("CLIENT F\u00fe"));
        assertEquals("\u00ff\u00fe", redis.ask("ECHO \u00ff\u00fe"));
    }

    @Test
    void shouldKillConnections() throws IOException {
        try (RawClient other = new RawClient(server.port()); RawClient third = new RawClient(server.port())) {
            final String id = other.ask("CLIENT ID").substring(1);
            final String line = third.ask("CLIENT INFO");
            final String address = line.substring(line.indexOf("addr=") + 5, line.indexOf(" name="));
            assertEquals(":1", redis.ask("CLIENT KILL ID " + id));
            assertTrue(other.closedByServer());
            assertEquals("+OK", redis.ask("CLIENT KILL " + address));
            assertTrue(third.closedByServer());
            assertEquals(":0", redis.ask("CLIENT KILL TYPE normal SKIPME yes"));
            assertEquals("+PONG", redis.ask("PING"));
            assertEquals(":1", redis.ask("CLIENT KILL TYPE normal SKIPME no"));
            assertTrue(redis.closedByServer());
        }
    }

    @Test
    void shouldTellTheTime() throws IOException {
        final String[] time = redis.ask("TIME").replaceAll("[\\[\\]]", "").split(", ");
        assertTrue(Math.abs(Long.parseLong(time[0]) - System.currentTimeMillis() / 1000) < 100);
        assertTrue(Integer.parseInt(time[1]) < 1_000_000);
    }

    @Test
    void shouldChangeTheTimeOut() throws IOException {
        assertEquals("+OK", redis.ask("CONFIG SET Timeout 77"));
        assertEquals("[timeout, 77]", redis.ask("CONFIG GET timeout"));
        assertEquals("+OK", redis.ask("CONFIG SET timeout 0"));
    }

    @Test
    void shouldTellWhatClientsLookFor() throws IOException {
        final String info = redis.ask("INFO");
        for (final String field : new String[] {"redis_version", "redis_mode", "run_id", "tcp_port",
            "uptime_in_seconds", "connected_clients", "used_memory", "role", "loading", "cluster_enabled",
            "process_id", "maxmemory"}) {
            assertTrue(info.contains("\r\n" + field + ":"), field);
        }
        assertTrue(info.matches("(?s).*\r\nrun_id:[0-9a-f]{40}\r\n.*"), info);
    }

    @Test
    void shouldSayWhetherAFailedCommandWasApplied() throws IOException {
        client.failWith(() -> new NoLeaderException("no leader for 5000 ms"), false);
        assertEquals("-TRYAGAIN not applied: no leader for 5000 ms", redis.ask("SET a 1"));
        client.failWith(() -> new OverloadedException("window full"), false);
        redis.send("MULTI\r\nSET a 1\r\nGET a\r\nEXEC\r\nPING\r\n");
        redis.answer();
        redis.answer();
        redis.answer();
        redis.expect("-TRYAGAIN not applied: window full", "+PONG");
        client.failWith(() -> new OutcomeUnknownException("no answer for 5000 ms"), true);
        assertEquals("-UNKNOWN outcome unknown: no answer for 5000 ms", redis.ask("SET a 1"));
        assertEquals("-TRYAGAIN not answered: no answer for 5000 ms", redis.ask("GET a"));
        client.failWith(null, false);
        assertEquals("1", redis.ask("GET a"));
        assertEquals(4, server.failures());
    }

    @Test
    void shouldOfferAgainWhenTheClientsBufferIsFull() throws IOException {
        client.refuse(20);
        assertEquals("+OK", redis.ask("SET a 1"));
        client.close();
        assertEquals("-TRYAGAIN not applied: the client is closed", redis.ask("SET a 1"));
    }

    @Test
    void shouldRunBatchesWhoseAnswersAreLargerThanOneReply() throws IOException {
        final String value = "v".repeat(3_000_000);
        redis.send(RawClient.command("SET", "a", value));
        assertEquals("+OK", redis.answer());
        redis.send("GET a\r\nGET a\r\nPING\r\nGET a\r\nINCR n\r\nGET a\r\nGET a\r\nINCR n\r\nGET a\r\n");
        for (final String expected : new String[] {value, value, "+PONG", value, ":1", value, value, ":2", value}) {
            assertEquals(expected, redis.answer());
        }
    }

    @Test
    void shouldSendLargeTransactionsByThemselves() throws IOException {
        final String value = "v".repeat(900_000);
        redis.send("MULTI\r\n" + RawClient.command("SET", "a", value) + RawClient.command("SET", "b", value)
            + "SET c 1\r\nEXEC\r\nSET d 1\r\n");
        assertEquals("+OK", redis.answer());
        redis.answer();
        redis.answer();
        redis.answer();
        redis.expect("[+OK, +OK, +OK]", "+OK");
        redis.send("SET e 1\r\nMULTI\r\n" + RawClient.command("SET", "a", value) + RawClient.command("SET", "b", value)
            + "EXEC\r\nGET d\r\n");
        assertEquals("+OK", redis.answer());
        redis.answer();
        redis.answer();
        redis.answer();
        redis.expect("[+OK, +OK]", "1");
    }

    @Test
    void shouldRefuseATransactionThatGrowsTooLarge() throws IOException {
        final String value = "v".repeat(3_000_000);
        redis.send("MULTI\r\n" + RawClient.command("SET", "a", value) + RawClient.command("SET", "b", value)
            + RawClient.command("SET", "c", value) + "EXEC\r\nDBSIZE\r\n");
        redis.expect("+OK", "+QUEUED", "+QUEUED");
        assertTrue(redis.answer().startsWith("-ERR transaction of more than "));
        assertTrue(redis.answer().startsWith("-EXECABORT"));
        assertEquals(":0", redis.answer());
    }

    @Test
    void shouldAnswerWhatCameBeforeQuitAndClose() throws IOException {
        redis.send("SET a 1\r\nGET a\r\nQUIT\r\nSET a 2\r\n");
        redis.expect("+OK", "1", "+OK");
        assertTrue(redis.closedByServer());
        try (RawClient other = new RawClient(server.port())) {
            assertEquals("1", other.ask("GET a"));
        }
    }

    @Test
    void shouldNameTheAddressItCannotBind() {
        final IOException refused = assertThrows(IOException.class,
            () -> RespServer.start("127.0.0.1", server.port(), client, () -> null, KvBounds.NONE));
        assertTrue(refused.getMessage().startsWith("cannot listen on 127.0.0.1:" + server.port()),
            refused.getMessage());
        final IOException unknown = assertThrows(IOException.class,
            () -> RespServer.start("nowhere.invalid", 7001, client, () -> null, KvBounds.NONE));
        assertEquals("cannot listen on nowhere.invalid:7001: the name cannot be looked up", unknown.getMessage());
    }

    private static void await(final CountDownLatch gate) {
        try {
            assertTrue(gate.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
