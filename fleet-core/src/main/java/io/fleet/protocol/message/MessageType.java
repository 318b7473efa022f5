package io.fleet.protocol.message;

/** Every message of both modes and of clients. */
public enum MessageType {
    /** {@link EntryBody}. */
    ENTRY_BODY,
    /** {@link Order}. */
    ORDER,
    /** {@link Ack}. */
    ACK,
    /** {@link PreVote}. */
    PRE_VOTE,
    /** {@link PreVoteReply}. */
    PRE_VOTE_REPLY,
    /** {@link Prepare}. */
    PREPARE,
    /** {@link Promise}. */
    PROMISE,
    /** {@link StaleBallot}. */
    STALE_BALLOT,
    /** {@link FetchBody}. */
    FETCH_BODY,
    /** {@link FetchOrder}. */
    FETCH_ORDER,
    /** {@link CatchUpRequest}. */
    CATCH_UP_REQUEST,
    /** {@link CatchUpEntry}. */
    CATCH_UP_ENTRY,
    /** {@link ReplyBatch}. */
    REPLY_BATCH,
    /** {@link RejectEntry}. */
    REJECT_ENTRY,
    /** {@link LeaderNotice}. */
    LEADER_NOTICE,
    /** {@link ClientHello}. */
    CLIENT_HELLO,
    /** {@link ClientGoodbye}. */
    CLIENT_GOODBYE,
    /** {@link Confirm}. */
    CONFIRM,
    /** {@link Confirmation}. */
    CONFIRMATION,
    /** {@link RejoinRequest}. */
    REJOIN_REQUEST,
    /** {@link RejoinReply}. */
    REJOIN_REPLY,
    /** {@link HandOver}. */
    HAND_OVER,
    /** {@link HandOverRequest}. */
    HAND_OVER_REQUEST,
    /** {@link Candidacy}. */
    CANDIDACY,
    /** {@link CandidacyNoted}. */
    CANDIDACY_NOTED,
    /** {@link ClientsRequest}. */
    CLIENTS_REQUEST,
    /** {@link SnapshotTurn}. */
    SNAPSHOT_TURN,
    /** {@link SnapshotGrant}. */
    SNAPSHOT_GRANT,
    /** {@link SnapshotNotice}. */
    SNAPSHOT_NOTICE,
    /** {@link SnapshotOffer}. */
    SNAPSHOT_OFFER,
    /** {@link SnapshotRequest}. */
    SNAPSHOT_REQUEST,
    /** {@link SnapshotChunk}. */
    SNAPSHOT_CHUNK,
    /** {@link Members}. */
    MEMBERS,
    /** {@link MemberProgress}. */
    MEMBER_PROGRESS,
    /** {@link MemberChange}. */
    MEMBER_CHANGE,
    /** {@link MemberChangeAnswer}. */
    MEMBER_CHANGE_ANSWER,
    /** {@link io.fleet.protocol.message.coded.Steps}. */
    STEPS,
    /** {@link io.fleet.protocol.message.coded.Decisions}. */
    DECISIONS,
    /** {@link io.fleet.protocol.message.coded.Covered}. */
    COVERED,
    /** {@link io.fleet.protocol.message.coded.Ready}. */
    READY,
    /** {@link io.fleet.protocol.message.coded.Learned}. */
    LEARNED,
    /** {@link io.fleet.protocol.message.coded.LearnRequest}. */
    LEARN_REQUEST,
    /** {@link io.fleet.protocol.message.coded.SegmentChunk}. */
    SEGMENT_CHUNK,
    /** {@link io.fleet.protocol.message.coded.SegmentAcks}. */
    SEGMENT_ACKS,
    /** {@link io.fleet.protocol.message.coded.FetchSegments}. */
    FETCH_SEGMENTS,
    /** {@link io.fleet.protocol.message.coded.StandingRequest}. */
    STANDING_REQUEST,
    /** {@link io.fleet.protocol.message.coded.StandingAnswer}. */
    STANDING_ANSWER,
    /** {@link io.fleet.protocol.message.coded.PartsGone}. */
    PARTS_GONE,
    /** {@link ReadRequest}. */
    READ_REQUEST,
    /** {@link ReadMarkRequest}. */
    READ_MARK_REQUEST,
    /** {@link ReadMark}. */
    READ_MARK,
    /** {@link FillRequest}. */
    FILL_REQUEST,
    /** {@link LeaseRequest}. */
    LEASE_REQUEST,
    /** {@link LeaseGrant}. */
    LEASE_GRANT,
    /** {@link LeaseMarkRequest}. */
    LEASE_MARK_REQUEST,
    /** {@link LeaseMark}. */
    LEASE_MARK,
    /** {@link StateDigest}. */
    STATE_DIGEST,
    /** {@link BirthRequest}. */
    BIRTH_REQUEST,
    /** {@link BirthAnswer}. */
    BIRTH_ANSWER,
    /** {@link LifeNotice}. */
    LIFE_NOTICE,
    /** {@link ClientRefused}. */
    CLIENT_REFUSED
}
