package io.fleet.consensus.message.member;

import io.fleet.consensus.message.FromVoterToBe;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.ProgressReport;

/** How far a member has come that the leader cannot tell by its acknowledgements (S14). */
public final class MemberProgress implements Message, FromVoterToBe, ProgressReport {
    /** The ballot of the leader that is told. */
    public long ballot;
    /** The version of the configuration that the sender acts on, so that it holds everything up to there durably. */
    public long configuration;
    /** The LSN up to which its ordered log holds everything durably. */
    public long durable;
    /** Whether it has lost nothing, or has been given it again (S15). */
    public boolean sound;

    @Override
    public long applied() {
        return durable;
    }

    @Override
    public MessageType type() {
        return MessageType.MEMBER_PROGRESS;
    }
}
