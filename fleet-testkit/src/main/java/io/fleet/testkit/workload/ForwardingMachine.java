package io.fleet.testkit.workload;

import io.fleet.machine.Command;
import io.fleet.machine.MachineContext;
import io.fleet.machine.PayloadNeeds;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SessionEnd;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import org.agrona.DirectBuffer;

/** Hands every call on to another machine; who extends it does otherwise in one of them. One thread, as the machine. */
public abstract class ForwardingMachine implements StateMachine {
    private final StateMachine machine;

    /**
     * A machine around another one.
     *
     * @param machine hears all calls.
     */
    protected ForwardingMachine(final StateMachine machine) {
        this.machine = machine;
    }

    @Override
    public void onStart(final MachineContext context) {
        machine.onStart(context);
    }

    @Override
    public boolean usesPayloads() {
        return machine.usesPayloads();
    }

    @Override
    public boolean looksInto(final DirectBuffer header) {
        return machine.looksInto(header);
    }

    @Override
    public void prepare(final Query command, final PayloadNeeds needs) {
        machine.prepare(command, needs);
    }

    @Override
    public void onTimer(final long timerId, final long timeMillis) {
        machine.onTimer(timerId, timeMillis);
    }

    @Override
    public void onSessionOpened(final long sessionId) {
        machine.onSessionOpened(sessionId);
    }

    @Override
    public void onSessionClosed(final long sessionId, final SessionEnd reason) {
        machine.onSessionClosed(sessionId, reason);
    }

    @Override
    public void apply(final Command command, final Reply reply) {
        machine.apply(command, reply);
    }

    @Override
    public void query(final Query query, final Reply reply) {
        machine.query(query, reply);
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        machine.writeSnapshot(out);
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        machine.readSnapshot(in);
    }
}
