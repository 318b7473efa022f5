package io.fleet.examples.kv.resp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.error.OutcomeUnknownException;
import io.fleet.examples.kv.KvMachine;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.watch.Watches;
import io.fleet.testkit.local.LocalClient;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** WATCH as connections see it. */
class WatchServerTest {
    private LocalClient client;
    private RespServer server;
    private RawClient redis;
    private RawClient other;

    @BeforeEach
    void start() throws IOException {
        client = new LocalClient(new KvMachine());
        server = RespServer.start("127.0.0.1", 0, client,
            () -> new ReplicaInfo(2, "follower", 1, 3, 12, 11, 10, 9, 5, "VOTER"), KvBounds.NONE);
        redis = new RawClient(server.port());
        other = new RawClient(server.port());
    }

    @AfterEach
    void stop() throws IOException {
        redis.close();
        other.close();
        server.close();
        client.close();
    }

    private void ask(final String line, final String answer) throws IOException {
        assertEquals(answer, redis.ask(line), line);
    }

    private void transaction(final String answer) throws IOException {
        ask("MULTI", "+OK");
        ask("INCR ran", "+QUEUED");
        ask("PING", "+QUEUED");
        ask("EXEC", answer);
    }

    @Test
    void shouldRunWhereNothingHasChanged() throws IOException {
        ask("WATCH a b", "+OK");
        ask("GET a", "nil");
        transaction("[:1, +PONG]");
        ask("WATCH a b a", "+OK");
        ask("WATCH a", "+OK");
        transaction("[:2, +PONG]");
    }

    @Test
    void shouldAbortWhereAnotherOrItselfHasChangedSomething() throws IOException {
        ask("WATCH a", "+OK");
        other.ask("SET a 1");
        transaction("nil list");
        transaction("[:1, +PONG]");
        ask("WATCH a", "+OK");
        ask("SET a 1", "+OK");
        transaction("nil list");
        ask("WATCH a", "+OK");
        other.ask("FLUSHALL");
        transaction("nil list");
        transaction("[:1, +PONG]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UNWATCH", "MULTI|DISCARD", "MULTI|NOPE|EXEC", "RESET", "MULTI|EXEC", "MULTI|UNWATCH|EXEC"})
    void shouldWatchNoLongerThanTo(final String lines) throws IOException {
        ask("SET a 1", "+OK");
        ask("WATCH a", "+OK");
        other.ask("SET a 2");
        for (final String line : lines.split("\\|")) {
            redis.ask(line);
        }
        transaction("[:1, +PONG]");
    }

    @Test
    void shouldAbortWhatRunsNothingOfTheGroup() throws IOException {
        ask("WATCH a", "+OK");
        ask("MULTI", "+OK");
        ask("EXEC", "[]");
        ask("WATCH a", "+OK");
        other.ask("SET a 2");
        ask("MULTI", "+OK");
        ask("PING", "+QUEUED");
        ask("EXEC", "nil list");
        ask("PING", "+PONG");
    }

    @Test
    void shouldSayWhatIsWrong() throws IOException {
        ask("WATCH", "-ERR wrong number of arguments for 'watch' command");
        ask("UNWATCH a", "-ERR wrong number of arguments for 'unwatch' command");
        ask("MULTI", "+OK");
        ask("WATCH a", "-ERR WATCH inside MULTI is not allowed");
        ask("SET b 1", "+QUEUED");
        ask("EXEC", "[+OK]");
        ask("MULTI", "+OK");
        ask("WATCH", "-ERR wrong number of arguments for 'watch' command");
        ask("EXEC", "-EXECABORT Transaction discarded because of previous errors.");
        final String large = "k".repeat(3 << 20);
        redis.send(RawClient.command("WATCH", large));
        final String answer = redis.answer();
        assertTrue(answer.startsWith("-ERR keys that are watched come to more than "), answer);
        transaction("[:1, +PONG]");
    }

    /** One connection cannot push the keys of all others out of what the machine keeps. */
    @Test
    void shouldBoundHowManyKeysAConnectionWatches() throws IOException {
        final StringBuilder most = new StringBuilder("WATCH");
        for (int i = 0; i < Watches.MOST; i++) {
            most.append(" k").append(i);
        }
        ask(most.toString(), "+OK");
        ask("WATCH one-more", "-ERR more than " + Watches.MOST + " keys are watched");
        ask("UNWATCH", "+OK");
        ask("WATCH one-more", "+OK");
    }

    @Test
    void shouldTakeAllOfItAtOnce() throws IOException {
        final StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 50; i++) {
            lines.append("WATCH a\r\nGET a\r\nMULTI\r\nINCR a\r\nEXEC\r\n");
        }
        redis.send(lines.append("WATCH a\r\nSET a 7\r\nMULTI\r\nINCR a\r\nEXEC\r\nWATCH a\r\nSET a 8\r\nUNWATCH\r\n"
            + "MULTI\r\nINCR a\r\nEXEC\r\n").toString());
        for (int i = 0; i < 50; i++) {
            redis.expect("+OK", i == 0 ? "nil" : "" + i, "+OK", "+QUEUED", "[:" + (i + 1) + "]");
        }
        redis.expect("+OK", "+OK", "+OK", "+QUEUED", "nil list", "+OK", "+OK", "+OK", "+OK", "+QUEUED", "[:9]");
    }

    @Test
    void shouldAnswerNothingInBothProtocols() throws IOException {
        redis.ask("HELLO 3");
        ask("WATCH a", "+OK");
        other.ask("SET a 1");
        transaction("nil3");
    }

    @Test
    void shouldAbortWhereAKeyHasExpired() throws IOException {
        ask("SET a 1 PX 1000", "+OK");
        ask("WATCH a", "+OK");
        client.advance(1001);
        transaction("nil list");
        transaction("[:1, +PONG]");
    }

    /** Who asks on without an answer must not go on as if it had one. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAbortWhereAWatchHasFailed(final boolean afterApplying) throws IOException {
        client.failWith(() -> new OutcomeUnknownException("it is gone"), afterApplying);
        ask("WATCH a", "-UNKNOWN outcome unknown: it is gone");
        client.failWith(null, false);
        transaction("nil list");
        client.failWith(() -> new OutcomeUnknownException("it is gone"), afterApplying);
        ask("WATCH a", "-UNKNOWN outcome unknown: it is gone");
        client.failWith(null, false);
        ask("WATCH a", "+OK");
        transaction("[:1, +PONG]");
    }

    @Test
    void shouldReadWhatIsLinearizableWhileItWatches() throws IOException {
        ask("CLIENT READS local", "+OK");
        ask("WATCH a", "+OK");
        ask("GET a", "nil");
        ask("MULTI", "+OK");
        ask("GET a", "+QUEUED");
        ask("EXEC", "[nil]");
        ask("CLIENT READS", "local");
    }
}
