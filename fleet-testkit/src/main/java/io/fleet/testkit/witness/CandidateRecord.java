package io.fleet.testkit.witness;

import io.fleet.protocol.message.Confirmation;
import io.fleet.protocol.message.Promise;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongHashSet;

/** What one candidate has been told at its ballot, member by member. */
final class CandidateRecord {
    private static final long NOTHING = 0;

    private final long firstLsn;
    private final List<Member> members = new ArrayList<>();

    /** What a member has said, as one voter. */
    private static final class Member {
        private final Long2LongHashMap reports = new Long2LongHashMap(NOTHING);
        private final LongHashSet confirmations = new LongHashSet();
        private long nextLsn;
        private long voterId;
        private long floor;
        private boolean complete;

        boolean counts() {
            return complete && confirmations.contains(voterId);
        }
    }

    CandidateRecord(final int nodes, final long firstLsn) {
        this.firstLsn = firstLsn;
        for (int i = 0; i < nodes; i++) {
            members.add(new Member());
            members.get(i).nextLsn = firstLsn;
        }
    }

    void onPromise(final int node, final Promise promise) {
        final Member member = members.get(node);
        if (member.complete || promise.fromLsn != member.nextLsn
            || promise.fromLsn != firstLsn && promise.voterId != member.voterId) {
            return;
        }
        member.voterId = promise.voterId;
        member.floor = Math.max(member.floor, promise.chosen);
        for (int i = 0; i < promise.count; i++) {
            member.reports.put(promise.entries[i].lsn, promise.entries[i].ballot);
        }
        member.complete = promise.nextLsn <= member.nextLsn;
        member.nextLsn = promise.nextLsn;
    }

    void onConfirmation(final int node, final Confirmation confirmation) {
        members.get(node).confirmations.add(confirmation.voterId);
    }

    /** How many others have told all they had accepted, and confirmed it as the same voter. */
    int counting() {
        return (int) members.stream().filter(Member::counts).count();
    }

    /** How many of these have accepted nothing at an LSN that is of a ballot above a given one, nor forgotten it. */
    int countingWithout(final long lsn, final long ballot) {
        int count = 0;
        for (final Member member : members) {
            count += member.counts() && member.floor < lsn && member.reports.get(lsn) <= ballot ? 1 : 0;
        }
        return count;
    }
}
