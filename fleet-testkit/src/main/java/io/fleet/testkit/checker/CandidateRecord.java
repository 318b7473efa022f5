package io.fleet.testkit.checker;

import io.fleet.consensus.message.election.Confirmation;
import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.replication.AcceptedEntry;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongHashSet;

/** What one candidate has been told at its ballot, member by member. */
final class CandidateRecord {
    private static final long NOTHING = 0;

    private final long firstLsn;
    private final long version;
    /** Where somebody reported a configuration, and its highest ballot. */
    private final Long2LongHashMap configurations = new Long2LongHashMap(NOTHING);
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

    CandidateRecord(final int nodes, final long firstLsn, final long version) {
        this.version = version;
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
            final AcceptedEntry entry = promise.entries[i];
            member.reports.put(entry.lsn, entry.ballot);
            if (entry.meta.isConfiguration()) {
                configurations.put(entry.lsn, Math.max(configurations.get(entry.lsn), entry.ballot));
            }
        }
        member.complete = promise.nextLsn <= member.nextLsn;
        member.nextLsn = promise.nextLsn;
    }

    void onConfirmation(final int node, final Confirmation confirmation) {
        members.get(node).confirmations.add(confirmation.voterId);
    }

    /** The version of the configuration that the candidate campaigns in. */
    long version() {
        return version;
    }

    /**
     * Whether a configuration was reported at an LSN, and above it a value of a higher ballot: then nobody can have
     * chosen the configuration, and anything may take its place (S14).
     */
    boolean isOvertaken(final long lsn) {
        final long ballot = configurations.get(lsn);
        for (final Member member : members) {
            final Long2LongHashMap.EntryIterator reports = member.reports.entrySet().iterator();
            while (reports.hasNext()) {
                reports.next();
                if (ballot != NOTHING && reports.getLongKey() > lsn && reports.getLongValue() > ballot) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The highest ballot at which a configuration was reported at an LSN; a negative number for none. */
    long configurationAt(final long lsn) {
        final long reported = configurations.get(lsn);
        return reported == NOTHING ? -1 : reported;
    }

    /** Which others have told all they had accepted, and confirmed it as the same voter. */
    long counting() {
        long set = 0;
        for (int i = 0; i < members.size(); i++) {
            set |= members.get(i).counts() ? 1L << i : 0;
        }
        return set;
    }

    /** Which of these have accepted nothing at an LSN that is of a ballot above a given one, nor forgotten it. */
    long countingWithout(final long lsn, final long ballot) {
        long set = 0;
        for (int i = 0; i < members.size(); i++) {
            final Member member = members.get(i);
            set |= member.counts() && member.floor < lsn && member.reports.get(lsn) <= ballot ? 1L << i : 0;
        }
        return set;
    }
}
