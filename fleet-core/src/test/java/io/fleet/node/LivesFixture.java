package io.fleet.node;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.machine.GroupConfig;
import io.fleet.protocol.Role;
import io.fleet.protocol.membership.Configuration;
import io.fleet.protocol.membership.GroupMember;
import io.fleet.protocol.message.LifeNotice;
import io.fleet.storage.Life;
import io.fleet.wire.WireDecoder;
import io.fleet.wire.WireErrors;
import io.fleet.wire.WireIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What node 0 knows of lives, and others that answer it. */
abstract class LivesFixture extends NodeStorageFixture {
    static final long SECOND = 1_000_000_000L;

    final FakeTransport transport = new FakeTransport();
    final NodeCounters counters = new NodeCounters();
    /** What was reported of lives: the one that is listened to, and the other one. */
    final List<String> reports = new ArrayList<>();
    private final WireIdentity identity = new WireIdentity(1, 0).birthId(5);
    private final NodeEvents events = new NodeEvents() {
        @Override
        public void onRole(final int groupId, final Role from, final Role to, final long ballot, final String reason) {
        }

        @Override
        public void onTwin(final int node, final String listened, final String other) {
            reports.add("node " + node + ": " + listened + ", not " + other);
        }

        @Override
        public void onNotCounted(final int sender, final int leastNumber, final String own) {
            reports.add("by node " + sender + ": " + leastNumber + ", not " + own);
        }
    };
    NodeStorage storage;
    Lives lives;
    /** Where node 0 is none, it is a learner. */
    int[] voters = MEMBERS;
    /** What the configuration says of the lives of its voters. */
    IntUnaryOperator configured = node -> 0;
    long now = 1;

    @BeforeEach
    void start() {
        storage = open();
        final NodeContext context = new NodeContext(1, 0, MEMBERS, List.of(spec(GROUP, GroupConfig.scattered())),
            transport, List.of(), SCATTERED, ORDERED, SnapshotConfig.atStop(0), () -> 0, 1, 1 << 20, events);
        lives = new Lives(context, new NodeLinks(identity, 3, transport, 1 << 20, counters,
            (buffer, offset, length) -> { }), identity, counters, SECOND / 2,
            () -> List.of(configuration()));
        lives.open(storage);
    }

    private Configuration configuration() {
        final Configuration configuration = Configuration.first(voters, 1, 1, List.of()).withLives(configured);
        return configuration.member(0) == null ? configuration.withLearner(0, "a:1", GroupMember.NOBODY)
            : configuration;
    }

    @AfterEach
    void stop() {
        storage.close();
    }

    /** Whether a node is listened to that answers what it is asked. */
    boolean isTaken(final int sender, final long life) {
        if (isTakenAtOnce(sender, life)) {
            return true;
        }
        final LifeNotice question = question();
        if (question == null || question.node != sender || question.life != life
            || transport.lastDestination != sender) {
            return false;
        }
        lives.onNotice(sender, life, answer(question), now);
        return lives.isTaken(sender, life, false, now);
    }

    static LifeNotice answer(final LifeNotice question) {
        question.nonce = LifeNonces.answerTo(question.nonce);
        return question;
    }

    boolean isTakenAtOnce(final int sender, final long life) {
        now += SECOND;
        transport.last = new byte[0];
        return lives.isTaken(sender, life, false, now);
    }

    /** The question, or answer, that was sent last; null where nothing or something else was. */
    LifeNotice question() {
        final LifeNotice notice = sent();
        return notice == null || notice.nonce == 0 ? null : notice;
    }

    /** What was sent last; null where nothing was. */
    LifeNotice sent() {
        final LifeNotice[] sent = new LifeNotice[1];
        WireDecoder.ofObserver(1, new WireErrors()).decode(new UnsafeBuffer(transport.last), 0, transport.last.length,
            (group, version, sender, message) -> {
                final LifeNotice notice = (LifeNotice) message;
                sent[0] = notice(notice.node, notice.life);
                sent[0].nonce = notice.nonce;
            });
        return sent[0];
    }

    /** A voter says so in its own life. */
    void tell(final int sender, final LifeNotice notice) {
        final long life = Life.of(1, 1, 8);
        assertTrue(isTaken(sender, life));
        say(sender, life, notice);
    }

    /** A node says something, and again when it is asked. */
    void say(final int sender, final long life, final LifeNotice notice) {
        transport.last = new byte[0];
        lives.onNotice(sender, life, notice, now);
        final LifeNotice question = question();
        if (question != null && question.node == notice.node && transport.lastDestination == sender) {
            final LifeNotice again = notice(notice.node, notice.life);
            again.nonce = LifeNonces.answerTo(question.nonce);
            lives.onNotice(sender, life, again, now);
        }
    }

    static LifeNotice notice(final int node, final long life) {
        final LifeNotice notice = new LifeNotice();
        notice.node = node;
        notice.life = life;
        return notice;
    }
}
