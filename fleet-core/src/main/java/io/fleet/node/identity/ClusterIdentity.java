package io.fleet.node.identity;

import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.message.member.BirthAnswer;
import io.fleet.consensus.message.member.BirthRequest;
import io.fleet.node.config.GroupFingerprint;
import io.fleet.node.config.NodeContext;
import io.fleet.node.config.Shard;
import io.fleet.node.link.OutboundSender;
import io.fleet.node.status.NodeEvents;
import io.fleet.node.store.NodeStore;
import io.fleet.storage.BirthId;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.wire.WireIdentity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * How a node comes to know of which birth its cluster is. Until it does, durably, it says nothing but that it asks, and
 * takes nothing else in.
 *
 * <p>It asks those that it was told of, each at its own address, and answers are sent to its own address likewise. So
 * of two clusters whose numbers are the same neither answers the other, though all hear what is sent to all.
 * <ul>
 * <li>Whoever is answered with a birth id has it from then on, and never another one.</li>
 * <li>Founders that know none draw one: the first of them does, once all others have answered, in this run and just
 * now, that they know none, and were told the same founders. It is durable before anybody hears of it, and the others
 * have it by asking. So at most one is in use: who lost it, and asks again, hears of it from whoever has it.</li>
 * <li>Members tell it to each that they have not heard lately, so one that has lost its directory is told. Each node
 * listens for a while before it draws one, or says that it knows none: all whom its list names may have left the
 * cluster, and those who came since are not in it. A founder of one that was told of others listens longer. Whoever was
 * told of a birth that fits neither draws one nor says that it knows none.</li>
 * <li>What is told unasked makes a node ask whoever said so, where that is in its list. It counts where there is nobody
 * to ask, and from those who are not in the list when nobody in it has told one for a while: those may have left
 * ({@link UnlistedClaims}).</li>
 * <li>A founder of one that has been alone since, and is told another birth when it asks, has founded a second cluster:
 * it ends. It asks only whom it was started with, at the address that it was started with.</li>
 * </ul>
 */
public final class ClusterIdentity {
    /** So many election timeouts a node listens for a cluster that exists; what founders say is as long of use. */
    static final int LISTEN_TIMEOUTS = 2;
    /**
     * A founder of groups of one that was told of others listens so long for them. What is told unasked counts only
     * after that, too, where there is somebody to ask.
     */
    static final int SILENT_TIMEOUTS = 4;
    private static final CoverageMark DRAWN = CoverageMark.named("birth.drawn");
    private static final CoverageMark TOLD = CoverageMark.named("birth.told-by-another-node");
    private static final CoverageMark UNASKED = CoverageMark.named("birth.told-unasked");
    private static final CoverageMark LATER = CoverageMark.named("birth.told-by-one-that-came-later");
    private static final CoverageMark FORKED = CoverageMark.named("birth.founder-of-one-hears-of-its-cluster");
    private static final CoverageMark OTHER = CoverageMark.named("birth.other-one-was-told");
    private static final CoverageMark OTHER_THREAD = CoverageMark.named("birth.of-another-duty-thread");
    private static final CoverageMark OTHER_FOUNDERS = CoverageMark.named("birth.other-founders-were-told");
    private static final long TELL_INTERVAL_NS = TimeUnit.SECONDS.toNanos(3);
    private static final long FOREIGN_INTERVAL_NS = TimeUnit.SECONDS.toNanos(10);

    private final int[] founders;
    /** Whom this node was started with, and asks, without itself. */
    private final int[] others;
    private final int version;
    /** Where it has others beside it, those are at the next ports: what is told from there is of another cluster. */
    private final Shard shard;
    private final OutboundSender links;
    private final WireIdentity identity;
    private final NodeEvents events;
    private final long drawn;
    private final long patienceNs;
    private final boolean[] knowsNone;
    /** When each founder said so last. */
    private final long[] knowsNoneNs;
    private final BirthRequest request = new BirthRequest();
    private final BirthAnswer answer = new BirthAnswer();
    private final IntervalTimer askTime;
    private final IntervalTimer tellTime = new IntervalTimer(TELL_INTERVAL_NS);
    private final IntervalTimer foreignTime = new IntervalTimer(FOREIGN_INTERVAL_NS);
    private BooleanSupplier isAlone = () -> false;
    private NodeStore storage;
    private boolean listened;
    /** Who tells of a cluster, and is not in the list. */
    private final UnlistedClaims later;
    private boolean started;
    private boolean staged;
    private long startedNs;

    public ClusterIdentity(final NodeContext context, final OutboundSender links, final WireIdentity identity,
                           final long nonce,
                           final long random) {
        founders = context.members();
        version = GroupFingerprint.ofFounders(founders, context.shard());
        shard = context.shard();
        events = context.events();
        knowsNone = new boolean[founders.length];
        knowsNoneNs = new long[founders.length];
        others = links.others(founders);
        this.links = links;
        this.identity = identity;
        drawn = BirthId.drawn(random, context.shard().index(), context.shard().count());
        request.nonce = nonce == 0 ? 1 : nonce;
        patienceNs = TimeUnit.MILLISECONDS.toNanos(context.groups().stream()
            .mapToLong(group -> group.config().electionTimeoutMillis()).max().orElseThrow());
        later = new UnlistedClaims(SILENT_TIMEOUTS * patienceNs);
        askTime = new IntervalTimer(TimeUnit.MILLISECONDS.toNanos(context.groups().stream()
            .mapToLong(group -> group.config().resendMillis()).min().orElseThrow()));
    }

    /** What is durable; called before the first duty cycle. {@code alone}: no group has had another member so far. */
    public void open(final NodeStore newStorage, final BooleanSupplier alone) {
        isAlone = alone;
        open(newStorage);
    }

    /** What is durable; called before the first duty cycle. */
    void open(final NodeStore newStorage) {
        storage = newStorage;
        know();
    }

    /** The longest election timeout of the groups. */
    public long patienceNs() {
        return patienceNs;
    }

    /** Whether the node knows, and may take part. */
    public boolean isKnown() {
        return identity.birthId() != BirthId.NONE;
    }

    /**
     * Answers: with what it knows, or that it knows nothing. That it says when it has listened for long enough, and not
     * while it is being written what it knows, nor where somebody has told it of a cluster.
     */
    public void onRequest(final int sender, final BirthRequest asked) {
        final boolean knowsNothing = !staged && listened && later.isEmpty();
        if (asked.to == links.self() && sender >= 0 && sender != links.self() && (isKnown() || knowsNothing)) {
            answer(sender, asked.nonce);
        }
    }

    /** Tells a member that has not been heard lately; it may have lost its directory, and be alone for all it knows. */
    public void tell(final int node) {
        answer(node, 0);
    }

    private void answer(final int node, final long nonce) {
        answer.nonce = nonce;
        answer.to = node;
        links.introduce(version, node, answer);
    }

    /** {@code birthId} and {@code otherVersion} are what the sender's envelope says. */
    public void onAnswer(final int sender, final int otherVersion, final long birthId, final BirthAnswer heard,
                         final long nowNs) {
        if (heard.to != links.self() || sender < 0 || sender == links.self() || heard.nonce != request.nonce
            && heard.nonce != 0) {
            return;
        }
        final boolean wasAsked = heard.nonce != 0 && isListed(sender);
        if (isKnown() || staged) {
            if (birthId != BirthId.NONE && birthId != storage.meta().stagedBirthId()) {
                onOther(sender, birthId, wasAsked, nowNs);
            }
            return;
        }
        if (birthId != BirthId.NONE) {
            if (shard.count() > 1 && !fits(otherVersion) || !BirthId.isOf(birthId, shard.index(), shard.count())) {
                OTHER_THREAD.hit();
                tellForeignFounders(sender, nowNs);
                return;
            }
            if (!wasAsked && !isTakenUnasked(sender, otherVersion, birthId, nowNs)) {
                UNASKED.hit();
                askBack(sender);
                return;
            }
            TOLD.hit();
            stage(birthId);
            return;
        }
        final int index = Arrays.binarySearch(founders, sender);
        if (index < 0 || !wasAsked) {
            return;
        }
        knowsNone[index] = otherVersion == version;
        knowsNoneNs[index] = nowNs;
        if (otherVersion != version) {
            tellForeignFounders(sender, nowNs);
        }
    }

    private void tellForeignFounders(final int sender, final long nowNs) {
        if (foreignTime.isDue(nowNs)) {
            OTHER_FOUNDERS.hit();
            events.onForeignFounders(sender);
        }
    }

    /**
     * Whether a birth counts that nobody has asked for. Who is in the list is asked where the list says that it is:
     * what it tells unasked may have come to an address that another cluster has for one of its nodes. Where there is
     * nobody to ask, or nobody of those knows of a birth and the others are members that came later, there is no other
     * word than this.
     */
    private boolean isTakenUnasked(final int sender, final int otherVersion, final long birthId, final long nowNs) {
        if (!fits(otherVersion) || isListed(sender)) {
            return false;
        }
        if (others.length == 0) {
            return true;
        }
        final boolean isFirst = later.isEmpty();
        later.hear(sender, birthId, nowNs);
        if (isFirst) {
            LATER.hit();
            tell(nowNs);
        }
        return started && nowNs - startedNs >= SILENT_TIMEOUTS * patienceNs && later.isEnough(sender, nowNs);
    }

    private boolean isListed(final int node) {
        return Arrays.binarySearch(others, node) >= 0;
    }

    /** Asks whoever is in the list, at the address that the list has. */
    private boolean askBack(final int sender) {
        if (!isListed(sender)) {
            return false;
        }
        request.to = sender;
        links.introduce(version, sender, request);
        return true;
    }

    /** Whoever joined was told no founders; all others were told the same. */
    private boolean fits(final int otherVersion) {
        return version == GroupFingerprint.UNKNOWN || otherVersion == GroupFingerprint.UNKNOWN
            || otherVersion == version;
    }

    /**
     * A node of another birth speaks to this one as to a member.
     *
     * @throws IllegalStateException when this one founded its cluster alone and has been alone since: it has lost the
     *                               cluster that it had founded before, and there are two logs. It ends only on what
     *                               somebody in its list says, asked at the address that the list has.
     */
    private void onOther(final int sender, final long birthId, final boolean wasAsked, final long nowNs) {
        final long own = storage.meta().stagedBirthId();
        final boolean alone = founders.length == 1 && isAlone.getAsBoolean();
        if (alone && !wasAsked && askBack(sender)) {
            return;
        }
        if (alone && wasAsked) {
            FORKED.hit();
            throw new IllegalStateException("node " + links.self() + " founded a group alone, in the cluster of birth "
                + BirthId.format(own) + ", and node " + sender + " has it as a member of the one of birth "
                + BirthId.format(birthId) + ": its directories were lost, and what it has acknowledged since is in a"
                + " log of its own. Set them aside, and start it so that it joins; see"
                + " docs/runbook.md#when-a-founder-has-lost-its-directories");
        }
        if (foreignTime.isDue(nowNs)) {
            OTHER.hit();
            events.onForeignBirth(sender, birthId, own);
        }
    }

    public int doWork(final long nowNs) {
        if (isKnown()) {
            return 0;
        }
        if (!started) {
            started = true;
            startedNs = nowNs;
            tellTime.isDue(nowNs);
        }
        if (staged) {
            return know() ? 1 : 0;
        }
        later.forget(nowNs);
        listened |= nowNs - startedNs >= LISTEN_TIMEOUTS * patienceNs;
        if (founders.length > 0 && founders[0] == links.self() && mayDraw(nowNs)) {
            DRAWN.hit();
            storage.setUpNow();
            stage(drawn);
            return 1;
        }
        if (tellTime.isDue(nowNs)) {
            tell(nowNs);
        }
        return askTime.isDue(nowNs) ? ask() : 0;
    }

    private boolean mayDraw(final long nowNs) {
        final int timeouts = founders.length == 1 && others.length > 0 ? SILENT_TIMEOUTS : LISTEN_TIMEOUTS;
        return nowNs - startedNs >= timeouts * patienceNs && later.isEmpty() && missing(nowNs).isEmpty();
    }

    /** The founders that have not said lately that they know none. */
    private List<Integer> missing(final long nowNs) {
        final List<Integer> missing = new ArrayList<>();
        for (int i = 0; i < founders.length; i++) {
            if (founders[i] != links.self()
                && (!knowsNone[i] || nowNs - knowsNoneNs[i] >= LISTEN_TIMEOUTS * patienceNs)) {
                missing.add(founders[i]);
            }
        }
        return missing;
    }

    private int ask() {
        int asked = 0;
        for (final int node : others) {
            request.to = node;
            links.introduce(version, node, request);
            asked++;
        }
        return asked;
    }

    private void tell(final long nowNs) {
        if (!later.isEmpty()) {
            events.onUnborn("sets up no cluster, since " + later + " that has this node as a member: joins that one"
                + " when another node says so too, or this one goes on to, unless a node of its list knows another");
        } else if (founders.length == 0) {
            events.onUnborn("waits for a member of its groups to tell it which cluster it joins");
        } else if (founders.length > 1) {
            events.onUnborn(founders[0] == links.self()
                ? "sets up the cluster, and waits for all its founders: not heard of are nodes " + missing(nowNs)
                : "waits for the first founder, node " + founders[0] + ", to set up the cluster, or for a node that"
                    + " belongs to it already");
        }
    }

    private void stage(final long birthId) {
        staged = true;
        storage.meta().born(birthId);
    }

    /** Takes over what is durable. */
    private boolean know() {
        final long durable = storage.meta().birthId();
        if (durable == BirthId.NONE) {
            return false;
        }
        identity.birthId(durable);
        if (started) {
            events.onBorn(durable);
            if (durable == drawn) {
                Arrays.stream(others).forEach(this::tell);
            }
        }
        return true;
    }
}
