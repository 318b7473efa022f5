package io.fleet.ec.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.SlotConsensus;
import io.fleet.ec.consensus.SlotVote;
import io.fleet.ec.dissemination.format.PieceTag;
import io.fleet.ec.message.StandingAnswer;
import io.fleet.ec.message.StandingRequest;
import io.fleet.fixture.mark.Expects;
import io.fleet.storage.VoterState;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Three nodes with copies of everything, one of which may be lost (rules S15, R5). */
class CodedRejoinTest {
    private static final long NEW_LIFE = 77;
    private static final long PROPOSAL = SlotVote.of(SlotVote.PROPOSAL, 0, 0);
    private final List<GroupNode> nodes = GroupNode.copies();
    private long nowNs;

    @Expects("coded-rejoin.first-start")
    @Test
    void shouldBeginWhereNobodyKnowsOfAnything() {
        nodes.forEach(node -> node.restart(standing(VoterState.NEW, false)));
        nodes.get(0).group.clock(0);
        assertNull(nodes.get(0).submit("a"));
        work(3_000);
        nodes.forEach(node -> assertTrue(node.group.isVoter() && !node.group.lacksParts()));
        assertNotNull(nodes.get(0).submit("a"));
        work(40);
        assertEquals(1, nodes.get(0).acknowledged.size());
    }

    /** A process that finds its votes goes on behind all of them, and says the last one again (R4). */
    @Test
    void shouldGoOnBehindTheVoteThatItFinds() {
        final GroupNode voter = nodes.get(0);
        voter.restart(standing(VoterState.VOTER, true));
        final long slot = voter.group.settled() + 1;
        final EntryId id = new EntryId(5, 1, 1);
        voter.group.recoverVote(slot, PROPOSAL, id);
        voter.group.recoverVote(slot, SlotVote.of(SlotVote.STATE, 1, SlotVote.ONE), id);
        voter.group.recoverVote(slot, SlotVote.of(SlotVote.VOTE, 1, SlotVote.ONE), id);
        voter.said.clear();
        nodes.get(1).isCut = true;
        nodes.get(2).isCut = true;
        work(3_000);
        assertEquals(Set.of(slot + " VOTE(1, 1)"), new HashSet<>(voter.said));
    }

    /** It may have known of something, until it trusts its disk: then it tells what that has. */
    @Tag("hazard-U-first-vote")
    @Test
    void shouldBeginThoughTheFirstToVoteEndedBeforeTheOthersDid() { // S15
        nodes.get(0).restart(standing(VoterState.NEW, false));
        nodes.get(1).restart(standing(VoterState.NEW, false));
        nodes.get(2).restart(standing(VoterState.SUSPECT, true));
        work(3_000);
        nodes.forEach(node -> assertTrue(node.group.isVoter() && !node.group.lacksParts()));
        assertNotNull(nodes.get(0).submit("a"));
        work(40);
        assertEquals(1, nodes.get(0).acknowledged.size());
    }

    /** The others may listen to a former life of it: what they answered while they might have does not count. */
    @Expects("coded-rejoin.claims-a-life-first")
    @Test
    void shouldClaimALifeBeforeItVotesAndCountOnlyAnswersToThat() { // S15
        final GroupNode node = nodes.get(2);
        nodes.get(0).isCut = true;
        nodes.get(1).isCut = true;
        final SoundStanding standing = standing(VoterState.NEW, false);
        standing.mustClaim = true;
        node.restart(standing);
        answerAsNew(node, 0);
        work(1);
        assertFalse(standing.mustClaim);
        assertEquals(1, standing.nodeLife);
        assertEquals(VoterState.NEW, standing.votes, "what was answered before counts");
        work(100);
        assertEquals(VoterState.NEW, standing.votes, "what was answered before counts");
        answerAsNew(node, 0);
        work(100);
        assertEquals(VoterState.NEW, standing.votes, "the others listen to a former life");
        answerAsNew(node, 1);
        work(1);
        assertEquals(VoterState.VOTER, standing.votes);
    }

    @Expects("coded-rejoin.answer-of-a-former-member-does-not-count")
    @Test
    @Tag("hazard-S-A4b")
    void shouldNotBeRepairedByAFormerMember() { // S15
        final GroupNode node = nodes.get(2);
        nodes.get(0).isCut = true;
        nodes.get(1).isCut = true;
        final SoundStanding standing = standing(VoterState.LOST, true);
        standing.heard[0] = 1;
        standing.heard[1] = 1;
        node.restart(standing);
        answerAsVoter(node, 0, 0, 1, 2);
        answerAsVoter(node, 1, 0, 1, 1);
        work(100);
        assertEquals(0, node.group.rejoinStatus().target(), "member 0 knows member 1 in a later life");
        standing.heard[1] = 2;
        answerAsVoter(node, 1, 0, 1, 2);
        work(1);
        assertTrue(node.group.rejoinStatus().target() > 0);
    }

    private static void answerAsVoter(final GroupNode to, final int member, final long knownLife,
                                      final int... numbers) {
        final StandingAnswer answer = new StandingAnswer();
        answer.asked = NEW_LIFE;
        answer.life = member + 1;
        answer.knownLife = knownLife;
        answer.isVoter = true;
        answer.hasHistory = true;
        answer.known = numbers.length;
        System.arraycopy(numbers, 0, answer.numbers, 0, numbers.length);
        to.group.inbound().onStandingAnswer(member, answer);
    }

    private static void answerAsNew(final GroupNode to, final long knownLife) {
        for (int member = 0; member < 2; member++) {
            final StandingAnswer answer = new StandingAnswer();
            answer.asked = NEW_LIFE;
            answer.life = member + 1;
            answer.knownLife = knownLife;
            to.group.inbound().onStandingAnswer(member, answer);
        }
    }

    /** What others had listed while they may have counted acknowledgements of a former life is asked for anew. */
    @Expects("coded-rejoin.lists-begun-anew-in-another-life")
    @Tag("hazard-E-L1")
    @Test
    void shouldAskForListsAnewInAnotherLife() { // R6, S15
        write("a");
        final GroupNode node = nodes.get(2);
        final SoundStanding standing = standing(VoterState.VOTER, false);
        standing.nodeLife = 4;
        node.restart(standing);
        nodes.get(0).isCut = true;
        nodes.get(1).isCut = true;
        answerAll(node, 4, Integer.MAX_VALUE);
        work(1);
        answerAll(node, 4, 0);
        work(3_000);
        final int asked = node.listRequests;
        work(3_000);
        assertEquals(asked, node.listRequests, "all have listed theirs");
        standing.nodeLife = 5;
        work(1);
        answerAll(node, 5, Integer.MAX_VALUE);
        work(3_000);
        assertTrue(node.listRequests > asked, "what was listed in the life before counts");
    }

    private static void answerAll(final GroupNode to, final long knownLife, final int from) {
        for (int member = 0; member < 2; member++) {
            final StandingAnswer answer = new StandingAnswer();
            answer.asked = NEW_LIFE;
            answer.life = member + 1;
            answer.knownLife = knownLife;
            answer.isVoter = true;
            answer.hasHistory = true;
            answer.highest = 1;
            answer.from = from;
            to.group.inbound().onStandingAnswer(member, answer);
        }
    }

    /** While one founder has not been heard, nobody begins: it may be all that is left of a group. */
    @Test
    void shouldNotBeginWithoutAllFounders() {
        nodes.forEach(node -> node.restart(standing(VoterState.NEW, false)));
        nodes.get(2).isCut = true;
        work(3_000);
        nodes.forEach(node -> assertFalse(node.group.isVoter()));
    }

    @Expects({"coded-rejoin.votes-again", "coded-rejoin.holds-all-parts-again"})
    @Test
    void shouldCountAgainBehindAllItMayHaveSaid() {
        write("a");
        final long known = nodes.get(0).group.settled();
        final GroupNode lost = nodes.get(2);
        lost.restart(standing(VoterState.LOST, false));
        work(1);
        assertFalse(lost.group.isVoter());
        assertTrue(lost.group.lacksParts());
        work(40_000);
        assertTrue(lost.group.isVoter());
        assertFalse(lost.group.lacksParts());
        assertTrue(lost.group.settled() >= known + GroupNode.WINDOW, "settled " + lost.group.settled());
        assertTrue(lost.applied.contains("1 a"), lost.applied.toString());
    }

    /** There are parts that its state refers to, and that nobody has asked for yet. */
    @Test
    void shouldNotCountAsOneThatHoldsAllPartsBeforeItHasAskedForThem() {
        write("a");
        final GroupNode lost = nodes.get(2);
        lost.restart(standing(VoterState.LOST, false));
        final AtomicBoolean isMore = new AtomicBoolean(true);
        lost.group.parts().waitsFor(isMore::get);
        work(40_000);
        assertTrue(lost.group.isVoter());
        assertTrue(lost.group.lacksParts());
        isMore.set(false);
        work(100);
        assertFalse(lost.group.lacksParts());
    }

    @Test
    @Expects("coded-rejoin.answer-names-too-many-entries")
    void shouldPassOverAnswersThatNameMoreEntriesThanOneDoes() {
        final GroupNode lost = nodes.get(2);
        nodes.get(0).isCut = true;
        nodes.get(1).isCut = true;
        lost.restart(standing(VoterState.LOST, false));
        for (int entries = 33; entries >= 32; entries--) {
            for (int member = 0; member < 2; member++) {
                final StandingAnswer answer = new StandingAnswer();
                answer.asked = NEW_LIFE;
                answer.life = member + 1;
                answer.isVoter = true;
                for (int i = 0; i < entries; i++) {
                    answer.next().set(1, 1 + i, 1);
                }
                lost.group.inbound().onStandingAnswer(member, answer);
            }
            work(3);
            assertEquals(entries == 32, lost.group.rejoinStatus().target() > 0);
        }
    }

    /** No slot is a window above the last one: to vote at once would be to speak again where it may have spoken. */
    @Tag("hazard-E-C1")
    @Test
    void shouldNotVoteAtOnceAsAnAnswerNamesTheLastSlotOfAll() { // S15
        write("a");
        final GroupNode lost = nodes.get(2);
        nodes.get(0).isCut = true;
        nodes.get(1).isCut = true;
        lost.restart(standing(VoterState.LOST, false));
        for (int member = 0; member < 2; member++) {
            final StandingAnswer answer = new StandingAnswer();
            answer.asked = NEW_LIFE;
            answer.life = member + 1;
            answer.isVoter = true;
            answer.hasHistory = true;
            answer.highest = Long.MAX_VALUE;
            lost.group.inbound().onStandingAnswer(member, answer);
        }
        work(100);
        assertFalse(lost.group.isVoter());
        assertTrue(lost.group.rejoinStatus().target() > lost.group.settled());
    }

    /** One of four may name any slot: two others know of all that was decided. */
    @Tag("hazard-E-D8")
    @Test
    void shouldCountAgainThoughOneMemberNamesASlotThatNobodyReaches() { // S15
        final List<GroupNode> four = GroupNode.of(2, 2);
        four.get(0).submit("a");
        work(four, 40);
        final long known = four.get(0).group.settled();
        assertTrue(known > 0);
        four.get(1).falseHighest = 1L << 60;
        final GroupNode lost = four.get(3);
        lost.restart(standing(VoterState.LOST, false));
        work(four, 40_000);
        assertTrue(lost.group.isVoter(), "waits for slot " + lost.group.rejoinStatus().target());
        assertTrue(lost.group.settled() >= known + GroupNode.WINDOW, "settled " + lost.group.settled());
        assertFalse(lost.group.lacksParts());
        assertTrue(lost.applied.contains("1 a"), lost.applied.toString());
    }

    /** Of three nodes one of the two others may be the only one that knows: its word counts, as long as it says it. */
    @Tag("hazard-E-D8")
    @Test
    void shouldCountAgainWhenNobodyNamesASlotThatNobodyReachesAnyMore() { // S15
        write("a");
        nodes.get(1).falseHighest = 1L << 60;
        final GroupNode lost = nodes.get(2);
        lost.restart(standing(VoterState.LOST, false));
        work(10_000);
        assertFalse(lost.group.isVoter());
        assertEquals(SlotConsensus.LAST_SLOT, lost.group.rejoinStatus().target());
        nodes.get(1).falseHighest = 0;
        work(40_000);
        assertTrue(lost.group.isVoter());
        assertFalse(lost.group.lacksParts());
    }

    /** What more than f nodes have lost cannot be known: none of them counts again. */
    @Test
    void shouldRefuseWhereTooManyHaveLostTheirVotes() {
        write("a");
        nodes.get(1).restart(standing(VoterState.LOST, false));
        nodes.get(2).restart(standing(VoterState.LOST, false));
        work(40_000);
        assertFalse(nodes.get(1).group.isVoter());
        assertFalse(nodes.get(2).group.isVoter());
        assertTrue(nodes.get(0).group.isVoter());
    }

    @Expects("coded-rejoin.suspect-repaired")
    @Test
    void shouldRepairASuspectWhereOthersVote() {
        write("a");
        final long known = nodes.get(0).group.settled();
        final GroupNode suspect = nodes.get(2);
        suspect.restart(standing(VoterState.SUSPECT, false));
        suspect.group.recoverVote(known + 1, PROPOSAL, new EntryId());
        work(1);
        assertFalse(suspect.group.isVoter());
        work(40_000);
        assertTrue(suspect.group.isVoter());
        assertFalse(suspect.group.lacksParts());
        assertEquals(0, suspect.group.rejoinStatus().target());
        assertTrue(suspect.group.settled() >= known + GroupNode.WINDOW, "settled " + suspect.group.settled());
        assertTrue(suspect.group.rejoinStatus().how().startsWith("repaired"), suspect.group.rejoinStatus().how());
    }

    /** As after a failure of power everywhere: nobody could repair anybody, and no disk is worse than another. */
    @Expects("coded-rejoin.suspect-trusted-without-voters")
    @Test
    void shouldTrustSuspectsThatNobodyCouldRepair() {
        write("a");
        final long known = nodes.get(0).group.settled();
        nodes.forEach(node -> node.restart(standing(VoterState.SUSPECT, true)));
        for (final GroupNode node : nodes) {
            node.group.recoverVote(known + 1, PROPOSAL, new EntryId());
        }
        work(100);
        nodes.forEach(node -> assertTrue(node.group.isVoter()));
        nodes.forEach(node -> assertTrue(node.group
            .rejoinStatus().how().endsWith("all others have answered, and too few of"
                + " them vote to repair it"), node.group.rejoinStatus().how()));
        assertNotNull(nodes.get(1).submit("b"));
        work(4_000);
        assertEquals(1, nodes.get(1).acknowledged.size());
        assertTrue(nodes.get(1).acknowledged.get(0).startsWith(known + 2 + " "),
            "they go on behind their own steps: " + nodes.get(1).acknowledged);
    }

    @Expects("coded-rejoin.suspect-trusted-after-grace")
    @Test
    void shouldTrustASuspectWhenAMemberIsAwayForLong() {
        write("a");
        nodes.get(1).isCut = true;
        final GroupNode suspect = nodes.get(2);
        suspect.restart(standing(VoterState.SUSPECT, true));
        work(100);
        assertFalse(suspect.group.isVoter());
        assertEquals(0b10, suspect.group.rejoinStatus().missing());
        work(40_000);
        assertTrue(suspect.group.isVoter());
        assertTrue(suspect.group.rejoinStatus().how().contains("too few others vote, or have answered, after "),
            suspect.group.rejoinStatus().how());
    }

    @Expects("coded-rejoin.suspect-has-lost-decisions")
    @Test
    void shouldNeverTrustASuspectThatHasSpokenBeyondItsDecisions() {
        write("a");
        nodes.get(1).isCut = true;
        final GroupNode suspect = nodes.get(2);
        suspect.restart(standing(VoterState.SUSPECT, true));
        suspect.group.recoverVote(suspect.group.settled() + GroupNode.WINDOW + 1, PROPOSAL, new EntryId());
        work(40_000);
        assertFalse(suspect.group.isVoter());
    }

    /** An entry that may have been announced, as so many hold it, and that no slot tells of. */
    @Expects("coded-rejoin.part-of-an-undecided-entry-missing")
    @Test
    void shouldRebuildItsPartOfWhatIsNotDecidedYet() {
        final EntryId id = undecidedWithoutThird();
        final GroupNode lost = nodes.get(2);
        work(40_000);
        assertFalse(lost.group.lacksParts());
        assertEquals(nodes.get(0).partOf(id), lost.partOf(id));
    }

    /** Its newest record is lost, and an older one says that the entry was decided: that was another time. */
    @Expects("coded-rejoin.part-said-to-be-of-an-earlier-time")
    @Test
    void shouldRebuildItsPartOfWhatItFindsAsAPartOfAnEarlierTime() { // R6, C10
        final EntryId id = undecidedWithoutThird();
        final GroupNode lost = nodes.get(2);
        lost.append(1, 5 << 1 | 1, id, PieceTag.of(0, 1), new UnsafeBuffer(new byte[10]), 0, 10);
        lost.group.recoverPiece(1, 5 << 1 | 1, id, PieceTag.of(0, 1), 1, 10);
        work(40_000);
        assertFalse(lost.group.lacksParts());
        assertEquals(nodes.get(0).partOf(id), lost.partOf(id));
    }

    /** What is acknowledged before a proxy has heard of the new life is in the lists that are made afterwards. */
    @Test
    void shouldAskForListsOnlyWhenAllHaveHeardOfItsNewLife() { // S15, R6
        final GroupNode lost = nodes.get(2);
        nodes.get(1).isCut = true;
        lost.restart(standing(VoterState.VOTER, false));
        work(10_000);
        assertEquals(0, lost.listRequests);
        nodes.get(1).isCut = false;
        work(40_000);
        assertTrue(lost.listRequests >= 2);
        assertFalse(lost.group.lacksParts());
    }

    /** Its process is another one in the middle of the list, and has found the same parts in another order. */
    @Expects("coded-rejoin.list-of-a-process-before-begun-anew")
    @Test
    void shouldListAllItsPartsAlsoToOneThatHadAskedAProcessBefore() { // S15, R6
        final GroupNode answerer = nodes.get(1);
        final Set<Long> listed = new HashSet<>();
        answerer.restart(new SoundStanding(2));
        for (int i = 1; i <= 40; i++) {
            answerer.group.recoverPiece(i, 0, new EntryId(5, i, 7), PieceTag.of(0, 1), i, 10);
        }
        int next = list(answerer, 0, listed);
        assertTrue(next > 0);
        nowNs++;
        answerer.restart(new SoundStanding(2));
        for (int i = 40; i >= 1; i--) {
            answerer.group.recoverPiece(i, 0, new EntryId(5, i, 7), PieceTag.of(0, 1), i, 10);
        }
        for (int chunk = 0; next != 0 && chunk < 10; chunk++) {
            next = list(answerer, next, listed);
        }
        assertEquals(0, next);
        assertEquals(40, listed.size());
    }

    private int list(final GroupNode answerer, final int from, final Set<Long> listed) {
        final StandingRequest request = new StandingRequest();
        request.life = NEW_LIFE;
        request.isListing = true;
        request.from = from;
        answerer.group.clock(nowNs);
        answerer.group.inbound().onStandingRequest(2, request);
        for (int i = 0; i < answerer.lastAnswer.count; i++) {
            listed.add(answerer.lastAnswer.entries[i].sequence);
        }
        return answerer.lastAnswer.next;
    }

    /** The proxy is gone, and two of three parts are needed. */
    @Expects("former-parts.part-of-an-undecided-entry-let-go")
    @Test
    void shouldLetGoOfPartsOfAFormerLifeThatAreTooFewToBeOfUse() { // R6
        final List<GroupNode> coded = GroupNode.three();
        final GroupNode proxy = coded.get(0);
        coded.get(2).isCut = true;
        final EntryId both = proxy.submit("both");
        work(coded, 20);
        coded.get(1).isCut = true;
        final EntryId alone = proxy.submit("alone");
        work(coded, 20);
        assertNotNull(proxy.partOf(alone));
        assertNotNull(coded.get(1).partOf(both));
        coded.forEach(node -> node.isCut = false);
        final SoundStanding doubtful = standing(VoterState.VOTER, false);
        doubtful.isDoubtUnfounded = true;
        proxy.restart(doubtful);
        work(coded, 40_000);
        assertFalse(proxy.group.lacksParts());
        assertNull(proxy.partOf(alone), "nobody else has a part");
        assertNotNull(proxy.partOf(both), "both parts are enough");
        assertEquals(1, proxy.group.spreadCounters().letGo.get());
    }

    private void work(final List<GroupNode> others, final int rounds) {
        for (int i = 0; i < rounds; i++) {
            nowNs++;
            others.forEach(node -> node.work(nowNs));
        }
    }

    private static SoundStanding standing(final VoterState votes, final boolean hasAllParts) {
        final SoundStanding standing = new SoundStanding(NEW_LIFE);
        standing.votes = votes;
        standing.hasAllParts = hasAllParts;
        return standing;
    }

    /** An entry that two hold, of which nothing is decided, and that the third has lost its part of. */
    private EntryId undecidedWithoutThird() {
        final EntryId id = new EntryId().set(nodes.get(0).submit("z"));
        for (int node = 0; node < 2; node++) {
            nodes.get(node).work(++nowNs);
        }
        for (int node = 0; node < 2; node++) {
            nodes.get(node).restart(new SoundStanding(node + 1));
        }
        nodes.get(2).restart(standing(VoterState.VOTER, false));
        return id;
    }

    private void write(final String value) {
        nodes.get(0).submit(value);
        work(40);
    }

    private void work(final int rounds) {
        for (int i = 0; i < rounds; i++) {
            nowNs++;
            nodes.forEach(node -> node.work(nowNs));
        }
    }
}
