package io.fleet.replica;

import io.fleet.consensus.ValueGatherer;
import io.fleet.error.SnapshotFormatException;
import io.fleet.machine.Payload;
import io.fleet.machine.PayloadNeeds;
import io.fleet.machine.Payloads;
import io.fleet.machine.Query;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import io.fleet.storage.EntryMeta;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Payload handles of one machine (rule C1): what it places and forgets, of the command at hand and of its state, and
 * the bytes that it needs for the next command. The log waits while these are gathered; everything else it does on
 * headers.
 */
final class MachinePayloads implements Payloads {
    private static final UnsafeBuffer NOTHING = new UnsafeBuffer(new byte[0]);
    private static final EntryMeta NO_ENTRY = new EntryMeta();

    private final PayloadTable table;
    private List<PayloadNeed> needs = new ArrayList<>();
    private final PayloadNeeds asked = this::need;
    private final EntryMeta meta = new EntryMeta();
    private Stage stage = Stage.IDLE;
    private long lsn;
    /** The payload of the command at hand, in the value of its entry; -1 for no command. */
    private int start = -1;
    private int length;
    /** Where its bytes are, if they are here. */
    private DirectBuffer body;
    private int offset;
    private boolean isVisible;

    /** What the machine is doing. */
    enum Stage {
        /** Nothing. */
        IDLE,
        /** It says what it needs. */
        PREPARING,
        /** It applies a command. */
        APPLYING,
        /** It answers a query. */
        ASKED,
        /** It hears of timers and sessions. */
        CALLED_BACK,
        /** It writes or reads a snapshot. */
        SNAPSHOT
    }

    MachinePayloads(final PayloadTable table) {
        this.table = table;
    }

    PayloadTable table() {
        return table;
    }

    /** The log has come to an entry. */
    void at(final long entryLsn) {
        lsn = entryLsn;
        start = -1;
    }

    void stage(final Stage newStage) {
        stage = newStage;
    }

    /** A command is at hand: its payload is a range of the value of its entry, and here only if there is a buffer. */
    void command(final long entryLsn, final EntryMeta entry, final int payloadStart, final int payloadLength,
                 final DirectBuffer buffer, final int payloadOffset, final boolean isLookedInto) {
        lsn = entryLsn;
        meta.set(entry);
        start = payloadStart;
        length = payloadLength;
        moved(buffer, payloadOffset);
        isVisible = isLookedInto && buffer != null;
        needs.clear();
    }

    /** A query beside the log is at hand: its payload is of no entry, so its bytes are not those of any LSN. */
    void beside(final int payloadStart, final int payloadLength, final DirectBuffer buffer, final int payloadOffset) {
        command(PayloadHandle.OF_NO_ENTRY, NO_ENTRY, payloadStart, payloadLength, buffer, payloadOffset, true);
    }

    /** The bytes of the command at hand are elsewhere now. */
    void moved(final DirectBuffer buffer, final int payloadOffset) {
        body = buffer;
        offset = payloadOffset;
    }

    private PayloadNeeds need(final Payload payload) {
        check("bytes", stage == Stage.PREPARING);
        add(checked(payload));
        return asked;
    }

    /** The command's own payload is needed, and was not gathered ahead. */
    void needOwn() {
        if (length > 0) {
            add(own());
        }
    }

    private void add(final PayloadHandle handle) {
        final boolean isElsewhere = table.isSplit() && handle.length() > 0;
        needs.add(new PayloadNeed(handle, !isElsewhere ? null : handle.isPlaced() ? table.nameOf(handle)
            : new PayloadTable.Name(meta.batcherId, meta.sequence, meta.digest)));
    }

    /** Asks the machine what it needs. What it throws is left to the call that follows. */
    void prepare(final StateMachine machine, final Query command) {
        stage = Stage.PREPARING;
        try {
            machine.prepare(command, asked);
        } catch (final RuntimeException e) {
            // The command is applied without: the machine throws there too, and its caller hears of it.
        } finally {
            stage = Stage.IDLE;
        }
    }

    /** Whether all that is needed is here; what is not is being gathered. */
    boolean isReady(final ValueGatherer values) {
        boolean isReady = true;
        for (final PayloadNeed need : needs) {
            if (!need.isHere()) {
                final DirectBuffer local = local(need.handle(), need.view());
                if (local != null) {
                    need.isThere();
                }
                isReady &= need.isHere() || values != null && need.isHere(values);
            }
        }
        return isReady;
    }

    /** What was gathered for the same command before, where it is still what is needed. */
    void supply(final List<PayloadNeed> gathered) {
        for (int i = 0; i < needs.size(); i++) {
            for (final PayloadNeed each : gathered) {
                if (each.isHere() && each.handle().equals(needs.get(i).handle())) {
                    needs.set(i, each);
                }
            }
        }
    }

    /** What the command at hand needs and is not here: it is the caller's to gather, and supplied again later. */
    List<PayloadNeed> takeNeeds() {
        final List<PayloadNeed> taken = needs;
        needs = new ArrayList<>();
        return taken;
    }

    /** Stops gathering. */
    void cancel(final ValueGatherer values) {
        needs.forEach(need -> need.cancel(values));
        needs.clear();
    }

    private DirectBuffer local(final PayloadHandle handle, final UnsafeBuffer view) {
        if (handle.length() == 0) {
            return NOTHING;
        }
        if (isOwn(handle)) {
            if (body == null) {
                return null;
            }
            view.wrap(body, offset + handle.start() - start, handle.length());
            return view;
        }
        if (table.isSplit()) {
            return null;
        }
        view.wrap(table.bytesOf(handle), handle.from, handle.length());
        return view;
    }

    private boolean isOwn(final PayloadHandle handle) {
        return start >= 0 && handle.lsn == lsn && handle.start() >= start
            && handle.start() - start <= length - handle.length();
    }

    /** The payload of the command at hand. */
    PayloadHandle own() {
        return length == 0 ? PayloadHandle.EMPTY : new PayloadHandle(lsn, PayloadHandle.UNPLACED, start, length);
    }

    /** Refers to a payload: the command's own, or a placed one. */
    PayloadHandle retain(final Payload payload) {
        final PayloadHandle handle = checked(payload);
        if (handle.length() == 0) {
            return PayloadHandle.EMPTY;
        }
        if (handle.isPlaced()) {
            table.retain(handle);
            return handle;
        }
        if (stage == Stage.ASKED) {
            throw new IllegalStateException("payload of " + handle + " came with the query that is answered, and cannot"
                + " be returned");
        }
        return table.add(lsn, meta, handle.from, handle.length(), body, offset + handle.from - start);
    }

    void release(final PayloadHandle handle) {
        if (handle.length() > 0) {
            table.release(handle, lsn);
        }
    }

    private PayloadHandle checked(final Payload payload) {
        final PayloadHandle handle = PayloadHandle.of(payload);
        if (handle.length() > 0 && !(handle.isPlaced() ? table.contains(handle) : isOwn(handle))) {
            throw new IllegalStateException("payload of " + handle
                + " is neither of the command that is applied nor placed");
        }
        return handle;
    }

    @Override
    public Payload place(final Payload payload) {
        check("place", stage == Stage.APPLYING || stage == Stage.CALLED_BACK);
        return retain(payload);
    }

    @Override
    public void forget(final Payload placed) {
        check("forget", stage == Stage.APPLYING || stage == Stage.CALLED_BACK);
        final PayloadHandle handle = checked(placed);
        if (handle.length() > 0 && !handle.isPlaced()) {
            throw new IllegalStateException("payload of " + handle + " is not placed and cannot be forgotten");
        }
        release(handle);
    }

    @Override
    public DirectBuffer bytes(final Payload payload) {
        check("bytes", stage == Stage.APPLYING || stage == Stage.ASKED || stage == Stage.PREPARING);
        final PayloadHandle handle = PayloadHandle.of(payload);
        if (handle.length() == 0) {
            return NOTHING;
        }
        if (isVisible && isOwn(handle)) {
            return new UnsafeBuffer(body, offset + handle.start() - start, handle.length());
        }
        for (final PayloadNeed need : needs) {
            final int from = handle.start() - need.handle().start();
            if (need.isHere() && need.handle().lsn == handle.lsn && from >= 0
                && from <= need.handle().length() - handle.length()) {
                return new UnsafeBuffer(need.view(), from, handle.length());
            }
        }
        throw new IllegalStateException("the bytes of a payload of " + handle
            + " are not at hand: neither looksInto nor prepare asked for them");
    }

    @Override
    public void write(final Payload placed, final SnapshotWriter out) {
        check("write", stage == Stage.SNAPSHOT);
        final PayloadHandle handle = PayloadHandle.of(placed);
        if (handle.length() > 0 && !table.contains(handle)) {
            throw new IllegalStateException("payload of " + handle + " is not placed and cannot be in a snapshot");
        }
        out.writeLong(handle.lsn);
        out.writeInt(handle.block);
        out.writeInt(handle.from);
        out.writeInt(handle.length());
        out.writeInt(0);
    }

    @Override
    public Payload read(final SnapshotReader in) {
        check("read", stage == Stage.SNAPSHOT);
        final PayloadHandle handle = new PayloadHandle(in.readLong(), in.readInt(), in.readInt(), in.readInt());
        final int zero = in.readInt();
        if (zero != 0 || handle.length() == 0 && handle.lsn != 0 || handle.length() != 0 && !isSound(handle)) {
            throw new SnapshotFormatException("a snapshot of a machine refers to a payload of " + handle
                + ", which is not placed");
        }
        return handle.length() == 0 ? PayloadHandle.EMPTY : handle;
    }

    /** Whether a handle that was read is of what is placed. */
    boolean isSound(final PayloadHandle handle) {
        return handle.length() > 0 && handle.block >= 0 && handle.from >= 0
            && handle.from <= Integer.MAX_VALUE - handle.length() && table.contains(handle);
    }

    private static void check(final String method, final boolean isAllowed) {
        if (!isAllowed) {
            throw new IllegalStateException(method + " of payloads was called at a time at which a machine may not call"
                + " it");
        }
    }
}
