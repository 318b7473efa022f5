package io.fleet.ec.group.rejoin;

import io.fleet.ec.message.StandingAnswer;
import io.fleet.ec.message.StandingRequest;

/** What a member asks others after a start, and answers them. Messages are reused after the call. */
public interface RejoinOutbound {
    /**
     * Asks a member who counts (rule S15).
     *
     * @param to      the member.
     * @param request what is asked; whoever sends it adds whether the state machine uses payloads.
     */
    void standingRequest(int to, StandingRequest request);

    /**
     * Answers that.
     *
     * @param to     the member.
     * @param answer the answer; whoever sends it adds whether the state machine uses payloads, and in which life this
     *               node listens to the member.
     */
    void standingAnswer(int to, StandingAnswer answer);
}
