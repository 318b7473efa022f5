package io.fleet.protocol.message;

/** Every message that the core knows, and who may send it: each has a {@link Route}. */
public enum MessageType {
    /** {@link EntryBody}. */
    ENTRY_BODY(Route.ANYBODY_TO_NODE),
    /** {@link Order}. */
    ORDER(Route.NODE_TO_NODE),
    /** {@link Ack}. */
    ACK(Route.MEMBER_TO_NODE),
    /** {@link PreVote}. */
    PRE_VOTE(Route.NODE_TO_NODE),
    /** {@link PreVoteReply}. */
    PRE_VOTE_REPLY(Route.MEMBER_TO_NODE),
    /** {@link Prepare}. */
    PREPARE(Route.NODE_TO_NODE),
    /** {@link Promise}. */
    PROMISE(Route.MEMBER_TO_NODE),
    /** {@link StaleBallot}. */
    STALE_BALLOT(Route.MEMBER_TO_NODE),
    /** {@link FetchBody}. */
    FETCH_BODY(Route.MEMBER_TO_NODE),
    /** {@link FetchOrder}. */
    FETCH_ORDER(Route.MEMBER_TO_NODE),
    /** {@link CatchUpRequest}. */
    CATCH_UP_REQUEST(Route.MEMBER_TO_NODE),
    /** {@link CatchUpEntry}. */
    CATCH_UP_ENTRY(Route.NODE_TO_NODE),
    /** {@link ReplyBatch}. */
    REPLY_BATCH(Route.NODE_TO_ANYBODY),
    /** {@link RejectEntry}. */
    REJECT_ENTRY(Route.NODE_TO_ANYBODY),
    /** {@link LeaderNotice}. */
    LEADER_NOTICE(Route.NODE_TO_CLIENT),
    /** {@link ClientHello}. */
    CLIENT_HELLO(Route.MEMBER_OR_CLIENT_TO_NODE),
    /** {@link ClientGoodbye}. */
    CLIENT_GOODBYE(Route.CLIENT_TO_NODE),
    /** {@link Confirm}. */
    CONFIRM(Route.MEMBER_TO_NODE),
    /** {@link Confirmation}. */
    CONFIRMATION(Route.MEMBER_TO_NODE),
    /** {@link RejoinRequest}. */
    REJOIN_REQUEST(Route.MEMBER_TO_NODE),
    /** {@link RejoinReply}. */
    REJOIN_REPLY(Route.MEMBER_TO_NODE),
    /** {@link HandOver}. */
    HAND_OVER(Route.MEMBER_TO_NODE),
    /** {@link HandOverRequest}. */
    HAND_OVER_REQUEST(Route.MEMBER_TO_NODE),
    /** {@link Candidacy}. */
    CANDIDACY(Route.MEMBER_TO_NODE),
    /** {@link CandidacyNoted}. */
    CANDIDACY_NOTED(Route.MEMBER_TO_NODE),
    /** {@link ClientsRequest}. */
    CLIENTS_REQUEST(Route.MEMBER_TO_NODE),
    /** {@link SnapshotTurn}. */
    SNAPSHOT_TURN(Route.MEMBER_TO_NODE),
    /** {@link SnapshotGrant}. */
    SNAPSHOT_GRANT(Route.MEMBER_TO_NODE),
    /** {@link SnapshotNotice}. */
    SNAPSHOT_NOTICE(Route.MEMBER_TO_NODE),
    /** {@link SnapshotOffer}. */
    SNAPSHOT_OFFER(Route.NODE_TO_NODE),
    /** {@link SnapshotRequest}. */
    SNAPSHOT_REQUEST(Route.MEMBER_TO_NODE),
    /** {@link SnapshotChunk}. */
    SNAPSHOT_CHUNK(Route.NODE_TO_NODE),
    /** {@link Members}. */
    MEMBERS(Route.NODE_TO_ANYBODY),
    /** {@link MembersRequest}. */
    MEMBERS_REQUEST(Route.NODE_TO_NODE),
    /** {@link MemberProgress}. */
    MEMBER_PROGRESS(Route.MEMBER_TO_NODE),
    /** {@link MemberChange}. */
    MEMBER_CHANGE(Route.MEMBER_TO_NODE),
    /** {@link MemberChangeAnswer}. */
    MEMBER_CHANGE_ANSWER(Route.MEMBER_TO_NODE),
    /** What one mode brings with it: its own class says more, and only its protocol looks at that. */
    OF_MODE(Route.MEMBER_TO_NODE),
    /** {@link ReadRequest}. */
    READ_REQUEST(Route.ANYBODY_TO_NODE),
    /** {@link ReadMarkRequest}. */
    READ_MARK_REQUEST(Route.MEMBER_TO_NODE),
    /** {@link ReadMark}. */
    READ_MARK(Route.MEMBER_TO_NODE),
    /** {@link FillRequest}. */
    FILL_REQUEST(Route.MEMBER_TO_NODE),
    /** {@link LeaseRequest}. */
    LEASE_REQUEST(Route.MEMBER_TO_NODE),
    /** {@link LeaseGrant}. */
    LEASE_GRANT(Route.MEMBER_TO_NODE),
    /** {@link LeaseMarkRequest}. */
    LEASE_MARK_REQUEST(Route.MEMBER_TO_NODE),
    /** {@link LeaseMark}. */
    LEASE_MARK(Route.MEMBER_TO_NODE),
    /** {@link StateDigest}. */
    STATE_DIGEST(Route.MEMBER_TO_NODE),
    /** {@link BirthRequest}. */
    BIRTH_REQUEST(Route.ANYBODY_TO_NODE),
    /** {@link BirthAnswer}. */
    BIRTH_ANSWER(Route.NODE_TO_ANYBODY),
    /** {@link LifeNotice}. */
    LIFE_NOTICE(Route.NODE_TO_NODE),
    /** {@link ClientRefused}. */
    CLIENT_REFUSED(Route.NODE_TO_ANYBODY),
    /** {@link VoterLife}. */
    VOTER_LIFE(Route.MEMBER_TO_NODE);

    private final Route route;

    MessageType(final Route route) {
        this.route = route;
    }

    /**
     * Who sends such messages, and to whom; what comes another way is not taken.
     *
     * @return the way.
     */
    public Route route() {
        return route;
    }
}
