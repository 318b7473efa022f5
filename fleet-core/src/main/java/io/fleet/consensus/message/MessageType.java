package io.fleet.consensus.message;

/** Every message that the core knows, and who may send it: each has a {@link Route}. */
public enum MessageType {
    /** {@code EntryBody}. */
    ENTRY_BODY(Route.ANYBODY_TO_NODE),
    /** {@code Order}. */
    ORDER(Route.NODE_TO_NODE),
    /** {@code Ack}. */
    ACK(Route.MEMBER_TO_NODE),
    /** {@code PreVote}. */
    PRE_VOTE(Route.NODE_TO_NODE),
    /** {@code PreVoteReply}. */
    PRE_VOTE_REPLY(Route.MEMBER_TO_NODE),
    /** {@code Prepare}. */
    PREPARE(Route.NODE_TO_NODE),
    /** {@code Promise}. */
    PROMISE(Route.MEMBER_TO_NODE),
    /** {@code StaleBallot}. */
    STALE_BALLOT(Route.MEMBER_TO_NODE),
    /** {@code FetchBody}. */
    FETCH_BODY(Route.MEMBER_TO_NODE),
    /** {@code FetchOrder}. */
    FETCH_ORDER(Route.MEMBER_TO_NODE),
    /** {@code CatchUpRequest}. */
    CATCH_UP_REQUEST(Route.MEMBER_TO_NODE),
    /** {@code CatchUpEntry}. */
    CATCH_UP_ENTRY(Route.NODE_TO_NODE),
    /** {@code ReplyBatch}. */
    REPLY_BATCH(Route.NODE_TO_ANYBODY),
    /** {@code RejectEntry}. */
    REJECT_ENTRY(Route.NODE_TO_ANYBODY),
    /** {@code LeaderNotice}. */
    LEADER_NOTICE(Route.NODE_TO_CLIENT),
    /** {@code ClientHello}. */
    CLIENT_HELLO(Route.MEMBER_OR_CLIENT_TO_NODE),
    /** {@code ClientGoodbye}. */
    CLIENT_GOODBYE(Route.CLIENT_TO_NODE),
    /** {@code Confirm}. */
    CONFIRM(Route.MEMBER_TO_NODE),
    /** {@code Confirmation}. */
    CONFIRMATION(Route.MEMBER_TO_NODE),
    /** {@code RejoinRequest}. */
    REJOIN_REQUEST(Route.MEMBER_TO_NODE),
    /** {@code RejoinReply}. */
    REJOIN_REPLY(Route.MEMBER_TO_NODE),
    /** {@code LeadershipTransfer}. */
    LEADERSHIP_TRANSFER(Route.MEMBER_TO_NODE),
    /** {@code LeadershipTransferRequest}. */
    LEADERSHIP_TRANSFER_REQUEST(Route.MEMBER_TO_NODE),
    /** {@code LeaderFitness}. */
    LEADER_FITNESS(Route.MEMBER_TO_NODE),
    /** {@code LeaderFitnessNoted}. */
    LEADER_FITNESS_NOTED(Route.MEMBER_TO_NODE),
    /** {@code ClientsRequest}. */
    CLIENTS_REQUEST(Route.MEMBER_TO_NODE),
    /** {@code SnapshotTurn}. */
    SNAPSHOT_TURN(Route.MEMBER_TO_NODE),
    /** {@code SnapshotGrant}. */
    SNAPSHOT_GRANT(Route.MEMBER_TO_NODE),
    /** {@code SnapshotNotice}. */
    SNAPSHOT_NOTICE(Route.MEMBER_TO_NODE),
    /** {@code SnapshotOffer}. */
    SNAPSHOT_OFFER(Route.NODE_TO_NODE),
    /** {@code SnapshotRequest}. */
    SNAPSHOT_REQUEST(Route.MEMBER_TO_NODE),
    /** {@code SnapshotChunk}. */
    SNAPSHOT_CHUNK(Route.NODE_TO_NODE),
    /** {@code Members}. */
    MEMBERS(Route.NODE_TO_ANYBODY),
    /** {@code MembersRequest}. */
    MEMBERS_REQUEST(Route.NODE_TO_NODE),
    /** {@code MemberProgress}. */
    MEMBER_PROGRESS(Route.MEMBER_TO_NODE),
    /** {@code MemberChange}. */
    MEMBER_CHANGE(Route.MEMBER_TO_NODE),
    /** {@code MemberChangeAnswer}. */
    MEMBER_CHANGE_ANSWER(Route.MEMBER_TO_NODE),
    /** What one mode brings with it: its own class says more, and only its protocol looks at that. */
    OF_MODE(Route.MEMBER_TO_NODE),
    /** {@code ReadRequest}. */
    READ_REQUEST(Route.ANYBODY_TO_NODE),
    /** {@code ReadMarkRequest}. */
    READ_MARK_REQUEST(Route.MEMBER_TO_NODE),
    /** {@code ReadMark}. */
    READ_MARK(Route.MEMBER_TO_NODE),
    /** {@code FillRequest}. */
    FILL_REQUEST(Route.MEMBER_TO_NODE),
    /** {@code LeaseRequest}. */
    LEASE_REQUEST(Route.MEMBER_TO_NODE),
    /** {@code LeaseGrant}. */
    LEASE_GRANT(Route.MEMBER_TO_NODE),
    /** {@code LeaseMarkRequest}. */
    LEASE_MARK_REQUEST(Route.MEMBER_TO_NODE),
    /** {@code LeaseMark}. */
    LEASE_MARK(Route.MEMBER_TO_NODE),
    /** {@code StateDigest}. */
    STATE_DIGEST(Route.MEMBER_TO_NODE),
    /** {@code BirthRequest}. */
    BIRTH_REQUEST(Route.ANYBODY_TO_NODE),
    /** {@code BirthAnswer}. */
    BIRTH_ANSWER(Route.NODE_TO_ANYBODY),
    /** {@code LifeNotice}. */
    LIFE_NOTICE(Route.NODE_TO_NODE),
    /** {@code ClientRefused}. */
    CLIENT_REFUSED(Route.NODE_TO_ANYBODY),
    /** {@code VoterLife}. */
    VOTER_LIFE(Route.MEMBER_TO_NODE),
    /** {@code SubLeaseRequest}. */
    SUB_LEASE_REQUEST(Route.MEMBER_TO_NODE),
    /** {@code SubLease}. */
    SUB_LEASE(Route.MEMBER_TO_NODE),
    /** {@code LeaseReleased}. */
    LEASE_RELEASED(Route.MEMBER_TO_NODE),
    /** {@code NodePulse}. */
    NODE_PULSE(Route.NODE_TO_NODE),
    /** {@code CollectedAcks}. */
    COLLECTED_ACKS(Route.MEMBER_TO_NODE),
    /** {@code Effects}. */
    EFFECTS(Route.MEMBER_TO_NODE);

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
