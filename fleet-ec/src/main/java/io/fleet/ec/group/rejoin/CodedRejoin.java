package io.fleet.ec.group.rejoin;

import io.fleet.consensus.common.AnsweredLives;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.Quorums;
import io.fleet.ec.consensus.SlotConsensus;
import io.fleet.ec.consensus.SlotConsensusConfig;
import io.fleet.ec.dissemination.store.PartStore;
import io.fleet.ec.group.decision.Applier;
import io.fleet.ec.message.StandingAnswer;
import io.fleet.ec.message.StandingRequest;
import io.fleet.storage.VoterState;
import io.fleet.storage.coverage.CoverageMark;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * How a node that has lost something comes to count again (rules S15, R5), and what it tells others that ask the same;
 * {@code docs/spec/coded.md}, "What was lost", has the argument. After each start it asks all others until they have
 * answered.
 *
 * <ul>
 * <li><em>Votes</em>: it says nothing in any slot until it has durably learned all up to a window above what n - f
 * other voters know of, as far as enough of them do ({@link ClaimedSlots}). It never spoke above that. None of those
 * may have answered in a life of which another one knows a later ({@link AnsweredLives}).</li>
 * <li><em>Parts</em>: all others must have answered, and so forgotten what it had acknowledged; only then do they list
 * what they hold, and when all have, how far slots had come. It holds a part of everything that is decided and needed,
 * and of whatever else at least k of them hold. What a snapshot stands for may be decided again below a window above
 * it, so it has applied that too. Parts of a former life of which fewer than k are left, of entries that are not
 * decided, go.</li>
 * <li><em>First start</em>: all others answered, and nobody knows of anything.</li>
 * <li>A <em>suspect</em> did not stop in good order, and lost at most what its disk had confirmed and should not have.
 * It is repaired where that is to be had soon, and otherwise trusts its disk, and goes on behind its own votes. One
 * that has spoken further than its decisions allow has lost some of these, and is repaired only.</li>
 * </ul>
 */
public final class CodedRejoin implements RejoinStatus {
    private static final CoverageMark FOUNDED = CoverageMark.named("coded-rejoin.first-start");
    private static final CoverageMark VOTES_REPAIRED = CoverageMark.named("coded-rejoin.votes-again");
    private static final CoverageMark PARTS_REPAIRED = CoverageMark.named("coded-rejoin.holds-all-parts-again");
    private static final CoverageMark SUSPECT_REPAIRED = CoverageMark.named("coded-rejoin.suspect-repaired");
    private static final CoverageMark SUSPECT_ALONE = CoverageMark.named("coded-rejoin.suspect-trusted-without-voters");
    private static final CoverageMark SUSPECT_GRACE = CoverageMark.named("coded-rejoin.suspect-trusted-after-grace");
    private static final CoverageMark SUSPECT_LOST = CoverageMark.named("coded-rejoin.suspect-has-lost-decisions");
    private static final CoverageMark LISTED_ANEW = CoverageMark
        .named("coded-rejoin.list-of-a-process-before-begun-anew");
    private static final CoverageMark TOO_MANY = CoverageMark.named("coded-rejoin.answer-names-too-many-entries");
    private static final CoverageMark FORMER = CoverageMark
        .named("coded-rejoin.answer-of-a-former-member-does-not-count");
    private static final CoverageMark LISTED_IN_ANOTHER = CoverageMark
        .named("coded-rejoin.lists-begun-anew-in-another-life");
    private static final CoverageMark CLAIMS = CoverageMark.named("coded-rejoin.claims-a-life-first");

    /** The most entries in one answer: a list is told in several. */
    private static final int MOST_LISTED = 32;
    /** For so many intervals of asking, slots are waited for before others are told to leave none open. */
    private static final int PATIENCE = 16;
    /** A suspect is trusted without repair after so many intervals of asking. */
    private static final int GRACE = 40;
    private static final long NS_A_MILLI = 1_000_000;
    private static final String TRUSTS = "trusts its own log after a stop that was not in good order: ";
    /** Where a question for a list begins that is none: no list is so long. */
    private static final int NO_LIST = Integer.MAX_VALUE;
    /** Where a list goes on is a place, and above these bits a number of the process whose places they are. */
    private static final int PLACE_BITS = 22;
    /** Questions for the highest slot alone, after the lists, are numbered from here down; no place is so high. */
    private static final int FIRST_ROUND = NO_LIST - 1;
    private static final int ROUNDS = 1 << 20;
    private static final int PLACES = (1 << PLACE_BITS) - 1;
    private static final int PROCESSES = 510;

    private final int self;
    private final Quorums quorums;
    private final int window;
    private final long resendNs;
    private final VoterRecord standing;
    private final SlotConsensus consensus;
    private final PartStore store;
    private final MissingParts parts;
    private final Applier applier;
    private final IntConsumer forgetMember;
    private final RejoinOutbound outbound;
    private final MemberLives lives;
    private final Said[] said;
    private final AnsweredLives known = new AnsweredLives();
    private final ClaimedSlots witnesses;
    private int round = FIRST_ROUND;
    private final StandingRequest request = new StandingRequest();
    private final StandingAnswer answer = new StandingAnswer();
    private boolean isVoter;
    private boolean isJoining;
    private boolean lacksParts;
    private boolean isNotingParts;
    private long votesTarget;
    private long partsTarget;
    private long nodeLife;
    private boolean isWaiting;
    private long waitingSinceNs;
    /** Whether a member does not have what others had listed: it may have been decided and let go of since. */
    private boolean isListedGone;
    private long listedNs;
    private final UntrustedVotes held = new UntrustedVotes();
    /** The number of this process, by chance, in its bits of where a list goes on; 0 until a list is asked for. */
    private int process;
    private boolean isSuspect;
    private boolean wasStarted;
    private long startedNs;
    private String how = "";

    /** What another member has answered in this life. */
    private static final class Said {
        private boolean isHere;
        /** Of the life in which it has answered. */
        private int number;
        private boolean isListed;
        private boolean isVoter;
        /** By its last answer: a suspect may have known of something, until it trusts its disk. */
        private boolean hasHistory;
        /** By its last answer; every one is good. */
        private long highest;
        /** By its last answer to a question that was asked when all lists were here. */
        private long highestSince;
        private boolean isVoterSince;
        private boolean isAskedSince;
        private int next;
        private long askedNs;
        private boolean wasAsked;
    }

    /** {@code forgetMember} lets go of what a member has said in a former life. */
    public CodedRejoin(final SlotConsensusConfig config, final VoterRecord standing, final SlotConsensus consensus,
                       final PartStore store, final MissingParts parts, final Applier applier,
                       final IntConsumer forgetMember, final RejoinOutbound outbound) {
        self = config.self();
        quorums = config.quorums();
        window = config.window();
        resendNs = config.resendNs();
        this.standing = standing;
        this.consensus = consensus;
        this.store = store;
        this.parts = parts;
        this.applier = applier;
        this.forgetMember = forgetMember;
        this.outbound = outbound;
        lives = new MemberLives(quorums.nodes());
        said = new Said[quorums.nodes()];
        Arrays.setAll(said, i -> new Said());
        witnesses = new ClaimedSlots(quorums, window);
        isVoter = standing.votes() == VoterState.VOTER;
        isSuspect = standing.votes() == VoterState.SUSPECT;
        lacksParts = !standing.hasAllParts();
        if (lacksParts) {
            parts.begin();
        }
        request.life = standing.life();
        consensus.voting(isVoter);
        store.life(request.life);
    }

    public long life() {
        return request.life;
    }

    @Override
    public boolean isVoter() {
        return isVoter;
    }

    @Override
    public long target() {
        return isVoter ? 0 : votesTarget;
    }

    @Override
    public long missing() {
        long missing = 0;
        for (int member = 0; member < said.length; member++) {
            missing |= member != self && !said[member].isHere ? 1L << member : 0;
        }
        return missing;
    }

    @Override
    public boolean isHopeless() {
        return !isVoter && !isSuspect && missing() == 0 && voters() < quorums.enough() && hasHistory();
    }

    @Override
    public String how() {
        return how;
    }

    /** A vote that was found at the start. Who has lost others has no use for those that are left. */
    public void recoverVote(final long slot, final long vote, final EntryId id) {
        if (isSuspect) {
            held.add(slot, vote, id);
        } else if (isVoter) {
            consensus.recover(slot, vote, id);
        }
    }

    public boolean lacksParts() {
        return lacksParts;
    }

    /** Whether an acknowledgement of a part is of the life that its sender is in. */
    public boolean isOfNow(final int member, final long life) {
        return lives.isOf(member, life);
    }

    /**
     * Whether this node takes entries and parts: while it is not known that n - f members vote, a member that comes
     * late must still find that nobody has done anything.
     */
    public boolean takes() {
        return votesTarget > 0 || isVoter && (hasHistory() || voters() + 1 >= quorums.enough());
    }

    public void onRequest(final int member, final StandingRequest asked, final long nowNs) {
        meet(member, asked.life);
        if (asked.upTo > 0) {
            consensus.heardOf(asked.upTo);
        }
        answer.asked = asked.life;
        answer.life = request.life;
        answer.isVoter = isVoter;
        answer.known = said.length;
        for (int i = 0; i < said.length; i++) {
            answer.numbers[i] = standing.leastNumber(i);
        }
        answer.hasHistory = hasHistory();
        answer.highest = consensus.highest();
        answer.count = 0;
        answer.from = asked.from;
        answer.next = asked.isListing ? listFrom(asked.from, nowNs) : 0;
        outbound.standingAnswer(member, answer);
    }

    /** A list that a process before this one began is begun anew: parts have other places after a start. */
    private int listFrom(final int from, final long nowNs) {
        if (process == 0) {
            process = 1 + (int) Long.remainderUnsigned(nowNs * 0x9E3779B97F4A7C15L >>> 1, PROCESSES) << PLACE_BITS;
        }
        if (from != 0 && (from & ~PLACES) != process) {
            LISTED_ANEW.hit();
            return process;
        }
        final int next = store.listUndecided(from & PLACES, this::list);
        return next == 0 ? 0 : process | Math.min(next, PLACES);
    }

    private boolean list(final EntryId id) {
        answer.next().set(id);
        return answer.count < MOST_LISTED;
    }

    public void onAnswer(final int member, final StandingAnswer heard) {
        if (heard.count > MOST_LISTED) {
            TOO_MANY.hit();
            return;
        }
        if (heard.asked != request.life || heard.count < 0) {
            return;
        }
        final boolean isHeard = standing.isHeardAs(member, heard.knownLife);
        checkNodeLife();
        if (!isHeard) {
            return;
        }
        meet(member, heard.life);
        final Said it = said[member];
        it.isHere = true;
        final int number = standing.heardNumber(member);
        if (number != it.number) {
            it.number = number;
            it.isListed = false;
            it.isAskedSince = false;
            it.next = 0;
        }
        known.put(member, number, heard.numbers, heard.known);
        it.isVoter = heard.isVoter;
        it.hasHistory = heard.hasHistory;
        // A window above it there is another slot: an answer that leaves none never makes this node vote too early.
        // What was said last counts, as each answer is good for itself: a wrong one does not outlive its cause.
        it.highest = Math.min(heard.highest, SlotConsensus.LAST_SLOT - window);
        if (it.isListed && heard.from == round) {
            it.isAskedSince = true;
            it.highestSince = it.highest;
            it.isVoterSince = it.isVoter;
        }
        if (!lacksParts || it.isListed || heard.from != it.next) {
            return;
        }
        for (int i = 0; i < heard.count; i++) {
            if (!parts.add(member, heard.entries[i])) {
                return;
            }
        }
        it.wasAsked = false;
        it.isListed = heard.next == 0;
        it.next = heard.next;
    }

    public int doWork(final long nowNs) {
        if (!wasStarted) {
            wasStarted = true;
            startedNs = nowNs;
            checkTrust();
        }
        checkNodeLife();
        consensus.voting(isVoter && !standing.isDoubted());
        if (isVoter && !lacksParts && isAnswered()) {
            return 0;
        }
        int work = 0;
        for (int member = 0; member < said.length; member++) {
            work += member != self && isMissing(said[member]) ? ask(member, nowNs) : 0;
        }
        if (!isVoter) {
            work += joinVoters(nowNs);
        }
        return lacksParts ? work + completeParts(nowNs) : work;
    }

    /**
     * What was answered while others may have listened to a former life of this node does not count in another, nor
     * what they listed: they may have counted what that life acknowledged since.
     */
    private void checkNodeLife() {
        if (nodeLife != standing.nodeLife()) {
            final boolean wasInAnother = nodeLife != 0;
            nodeLife = standing.nodeLife();
            for (final Said it : said) {
                it.isHere = false;
                it.isVoter = false;
                it.wasAsked = false;
            }
            votesTarget = isVoter ? votesTarget : 0;
            if (wasInAnother && lacksParts && !isNotingParts) {
                LISTED_IN_ANOTHER.hit();
                beginLists();
            }
        }
    }

    /** Whether this node had to claim a life first, and what it has heard does not count yet. */
    private boolean claimsFirst() {
        if (!standing.mustClaim()) {
            return false;
        }
        CLAIMS.hit();
        standing.claim();
        checkNodeLife();
        return true;
    }

    /** Members are listened to in other lives: what they acknowledged, learned, and have snapshots of is told anew. */
    public void onLives(final long changed) {
        for (int member = 0; member < said.length; member++) {
            if ((changed & 1L << member) != 0) {
                lives.forget(member);
                forgetMember.accept(member);
            }
        }
    }

    private void meet(final int member, final long life) {
        if (life != 0 && lives.isNew(member, life)) {
            forgetMember.accept(member);
        }
    }

    private int ask(final int member, final long nowNs) {
        final Said it = said[member];
        if (it.wasAsked && nowNs - it.askedNs < resendNs) {
            return 0;
        }
        it.wasAsked = true;
        it.askedNs = nowNs;
        request.upTo = isUrgent(nowNs) ? Math.max(votesTarget, partsTarget) : 0;
        final boolean isAfterLists = lacksParts && areAllListed();
        request.isListing = lacksParts && missing() == 0 && !isAfterLists;
        request.from = isAfterLists ? round : lacksParts && !request.isListing ? NO_LIST : it.next;
        outbound.standingRequest(member, request);
        return 1;
    }

    /** What is written meanwhile brings the slots that are waited for; where nothing is, others forfeit them. */
    private boolean isUrgent(final long nowNs) {
        if (votesTarget == 0 && partsTarget == 0) {
            return false;
        }
        if (!isWaiting) {
            isWaiting = true;
            waitingSinceNs = nowNs;
        }
        return nowNs - waitingSinceNs >= PATIENCE * resendNs;
    }

    /** Whether to ask a member: until it has answered, and while this node waits for slots, so that they end. */
    private boolean isMissing(final Said it) {
        return !it.isHere || !isVoter || !takes() || lacksParts;
    }

    private boolean isAnswered() {
        if (!takes()) {
            return false;
        }
        for (int member = 0; member < said.length; member++) {
            if (member != self && !said[member].isHere) {
                return false;
            }
        }
        return true;
    }

    /** What it said last was within a window of what it had settled: decisions that its disk does not have any more. */
    private void checkTrust() {
        if (isSuspect && held.highest() > consensus.settled() + window) {
            SUSPECT_LOST.hit();
            isSuspect = false;
            held.clear();
        }
    }

    private int joinVoters(final long nowNs) {
        if (isJoining) {
            if (standing.isVoterDurable()) {
                isVoter = true;
                consensus.voting(!standing.isDoubted());
                held.giveTo(consensus);
            }
            return isVoter ? 1 : 0;
        }
        if (isFirstStart()) {
            if (claimsFirst()) {
                return 1;
            }
            FOUNDED.hit();
            standing.partsRebuilt();
            isNotingParts = true;
            return join("first start: all members answered, and nobody holds anything");
        }
        final long repairers = repairers();
        if (repairers != 0) {
            votesTarget = lower(votesTarget, Math.addExact(believedOf(repairers), window));
        }
        if (votesTarget == 0 || repairers == 0 || consensus.settled() < votesTarget) {
            return isSuspect ? joinIfTrusted(nowNs) : 0;
        }
        if (claimsFirst()) {
            return 1;
        }
        noteLeastNumbers(repairers);
        (isSuspect ? SUSPECT_REPAIRED : VOTES_REPAIRED).hit();
        held.clear();
        return join("repaired: has learned all up to slot " + votesTarget);
    }

    private int joinIfTrusted(final long nowNs) {
        if (missing() == 0 && voters() < quorums.enough()) {
            SUSPECT_ALONE.hit();
            return join(TRUSTS + "all others have answered, and too few of them vote to repair it");
        }
        final long waitedNs = nowNs - startedNs;
        if (waitedNs < GRACE * resendNs) {
            return 0;
        }
        SUSPECT_GRACE.hit();
        return join(TRUSTS + (votesTarget == 0 ? "too few others vote, or have answered," : "it has learned slot "
            + consensus.settled() + " of " + votesTarget) + " after " + waitedNs / NS_A_MILLI + " ms");
    }

    private int join(final String why) {
        how = why;
        standing.becomeVoter();
        isJoining = true;
        return 1;
    }

    /** A member has no part of an entry that is waited for and not known to be decided. */
    public void onListedGone() {
        isListedGone = true;
    }

    /** What was listed does not come: it may have been decided, so that it is asked anew what is not. */
    private void listAnew(final long nowNs) {
        listedNs = nowNs;
        parts.forgetUndecided();
        beginLists();
    }

    private void beginLists() {
        isListedGone = false;
        parts.begin();
        partsTarget = 0;
        round = round > FIRST_ROUND - ROUNDS ? round - 1 : FIRST_ROUND;
        for (final Said it : said) {
            it.isListed = false;
            it.isAskedSince = false;
            it.next = 0;
            it.wasAsked = false;
        }
    }

    private int completeParts(final long nowNs) {
        if (isNotingParts) {
            lacksParts = !standing.arePartsDurablyNoted();
            if (!lacksParts) {
                parts.end();
            }
            return lacksParts ? 0 : 1;
        }
        if (!isVoter && votesTarget == 0 || !areAllListed()) {
            return 0;
        }
        if (areAllAskedSince()) {
            listedNs = partsTarget == 0 ? nowNs : listedNs;
            partsTarget = lower(partsTarget, Math.max(1, believedOfAll()));
        }
        if (isListedGone && nowNs - listedNs >= PATIENCE * resendNs) {
            listAnew(nowNs);
            return 1;
        }
        if (request.upTo > 0) {
            consensus.heardOf(request.upTo);
        }
        if (partsTarget == 0) {
            return 0;
        }
        partsTarget = Math.max(partsTarget, Math.addExact(applier.skipped(), window));
        if (applier.applied() < partsTarget || !parts.areHeld()) {
            return 0;
        }
        if (claimsFirst()) {
            return 1;
        }
        PARTS_REPAIRED.hit();
        parts.letGoOfFormer();
        standing.partsRebuilt();
        isNotingParts = true;
        return 1;
    }

    private boolean isFirstStart() {
        if (standing.votes() != VoterState.NEW || hasHistory()) {
            return false;
        }
        for (int member = 0; member < said.length; member++) {
            if (member != self && (!said[member].isHere || said[member].hasHistory)) {
                return false;
            }
        }
        return true;
    }

    /** A suspect may have had something, until it trusts its disk; then it has what is there. */
    private boolean hasHistory() {
        return standing.votes() == VoterState.LOST || standing.votes() == VoterState.SUSPECT && !isVoter
            || consensus.highest() > 0 || store.size() > 0 || parts.isAnyEntryKnown();
    }

    private int voters() {
        int count = 0;
        for (final Said it : said) {
            count += it.isHere && it.isVoter ? 1 : 0;
        }
        return count;
    }

    /** n - f others that vote, in lives of which none of them knows a later one: they repair this node; or nobody. */
    private long repairers() {
        long voters = 0;
        for (int member = 0; member < said.length; member++) {
            voters |= said[member].isHere && said[member].isVoter ? 1L << member : 0;
        }
        if (Long.bitCount(voters) < quorums.enough()) {
            return 0;
        }
        final long repairers = known.among(voters, set -> Long.bitCount(set) >= quorums.enough());
        if (repairers == 0) {
            FORMER.hit();
        }
        return repairers;
    }

    /** What this node knew of the lives of others it may have lost, so that it counts none that is former. */
    private void noteLeastNumbers(final long repairers) {
        for (int member = 0; member < said.length; member++) {
            final int number = member == self ? 0 : known.leastNumber(repairers, member, quorums.faults() + 1);
            if (number > 0) {
                standing.noteLeastNumber(member, number);
            }
        }
    }

    /** What is believed of the voters' highest slots; all their answers are good, so the lowest result counts. */
    private long believedOf(final long repairers) {
        witnesses.clear();
        for (int member = 0; member < said.length; member++) {
            if ((repairers & 1L << member) != 0) {
                witnesses.add(said[member].highest);
            }
        }
        return witnesses.believed();
    }

    /** One that does not vote may have lost what it had proposed: then the highest counts, whoever names it. */
    private long believedOfAll() {
        witnesses.clear();
        boolean areVoters = true;
        long highest = 0;
        for (int member = 0; member < said.length; member++) {
            if (member != self) {
                witnesses.add(said[member].highestSince);
                highest = Math.max(highest, said[member].highestSince);
                areVoters &= said[member].isVoterSince;
            }
        }
        return areVoters ? witnesses.believed() : highest;
    }

    private static long lower(final long target, final long another) {
        return target == 0 ? another : Math.min(target, another);
    }

    private boolean areAllAskedSince() {
        for (int member = 0; member < said.length; member++) {
            if (member != self && !said[member].isAskedSince) {
                return false;
            }
        }
        return true;
    }

    private boolean areAllListed() {
        for (int member = 0; member < said.length; member++) {
            if (member != self && !said[member].isListed) {
                return false;
            }
        }
        final long others = (1L << said.length) - 1 & ~(1L << self);
        return known.among(others, set -> set == others) != 0;
    }
}
