package io.fleet.verify.threads;

import io.fleet.consensus.common.Role;
import io.fleet.node.status.GroupStatus;
import io.fleet.node.status.StatusBoard;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** The node's thread publishes a status, any thread reads it: whole or not at all. */
@JCStressTest
@Outcome(id = {"0, 0, 0", "1, 1, 1", "2, 2, 2"}, expect = Expect.ACCEPTABLE, desc = "one of the statuses")
@Outcome(expect = Expect.FORBIDDEN, desc = "parts of two")
@State
public class StatusBoardStress {
    private static final int LOOKS = 100;

    private final StatusBoard board = new StatusBoard(1);

    @Actor
    public void node() {
        board.begin().leadership(Role.FOLLOWER, 1, 1).progress(1, 1, 1, 1).end();
        board.begin().leadership(Role.FOLLOWER, 2, 2).progress(2, 2, 2, 2).end();
    }

    @Actor
    public void reader(final JJJ_Result result) {
        GroupStatus status = board.read();
        for (int i = 0; i < LOOKS && status.ballot() == 0; i++) {
            status = board.read();
        }
        result.r1 = status.ballot();
        result.r2 = status.ordered();
        result.r3 = status.durable();
    }
}
