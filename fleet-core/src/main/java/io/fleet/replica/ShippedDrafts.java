package io.fleet.replica;

import io.fleet.error.MachineFailedError;
import io.fleet.machine.ShippedEffects;
import io.fleet.replica.digest.ExecutionDigest;
import io.fleet.replica.effects.EffectExchange;
import io.fleet.replica.effects.EntryEffects;
import io.fleet.session.ReplyFrame;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.coverage.CoverageMark;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Drafts that are written for other replicas where this node leads, and read where another one does, each in the turn
 * of its command (V8). By whoever is at the replica's state, but for what the node's thread does between pieces.
 */
final class ShippedDrafts {
    /** One in so many entries is executed by all. */
    private static final int SAMPLE = 64;
    private static final CoverageMark INSERTED = CoverageMark.named("shipped-drafts.inserted");
    private static final CoverageMark DIFFERS = CoverageMark.named("shipped-drafts.upon-another-state");
    private static final CoverageMark CANNOT_TELL = CoverageMark.named("shipped-drafts.upon-what-cannot-be-compared");
    private static final CoverageMark UNREADABLE = CoverageMark.named("shipped-drafts.unreadable");
    private static final CoverageMark NOT_SHIPPED = CoverageMark.named("shipped-drafts.not-shipped");
    private static final CoverageMark WITHDRAWN = CoverageMark.named("shipped-drafts.withdrawn");

    /** Null where the machine does not ship. */
    private final @Nullable ShippedEffects<Object> machine;
    private final HostedMachine hosted;
    private final int format;
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private ExpandableArrayBuffer written = new ExpandableArrayBuffer();
    private EffectExchange exchange = new EffectExchange();
    private boolean isShipping;
    private @Nullable EntryEffects outgoing;
    private @Nullable EntryEffects incoming;
    private boolean differs;
    private boolean cannotTell;
    private Object effect;

    @SuppressWarnings("unchecked")
    ShippedDrafts(final HostedMachine hosted) {
        this.hosted = hosted;
        machine = hosted.machine() instanceof ShippedEffects ? (ShippedEffects<Object>) hosted.machine() : null;
        format = machine == null ? 0 : machine.effectsFormat();
    }

    void start(final EffectExchange newExchange) {
        if (machine != null) {
            exchange = newExchange;
            exchange.use(format);
        }
    }

    /** Another machine takes the place of this one. */
    void moveTo(final ShippedDrafts other) {
        exchange.restart();
        other.start(exchange);
        exchange = new EffectExchange();
    }

    /** Whether an entry need not be prepared early. */
    boolean isExpected(final long lsn) {
        return exchange.isExpected(lsn);
    }

    /** Whether all replicas execute an entry, whoever leads: so that they find out where they differ. */
    private static boolean isSample(final long lsn) {
        return lsn % SAMPLE == 0;
    }

    /**
     * An entry is chosen and the next to be applied: whether it may begin. The node's thread.
     *
     * @param isPrepared whether it is prepared early, and waits for nothing.
     * @return false while its effects may still come.
     */
    boolean mayBegin(final long lsn, final EntryMeta meta, final boolean isPrepared) {
        if (machine == null) {
            return true;
        }
        if (exchange.mustWait(lsn, isPrepared || isSample(lsn) || meta.isNoOp() || meta.isConfiguration())) {
            return false;
        }
        incoming = exchange.take(lsn);
        isShipping = exchange.isShipping();
        return true;
    }

    /** Its commands are about to be applied, upon a state of which there is a digest. */
    void begin(final long lsn, final EntryMeta meta, final long digest) {
        final boolean isKnown = digest != ExecutionDigest.NONE;
        outgoing = isShipping && isKnown && !isSample(lsn) ? new EntryEffects(lsn, meta, digest) : null;
        if (incoming != null && !incoming.isOf(meta, digest)) {
            differs = isKnown;
            cannotTell = !isKnown;
            incoming = null;
        }
    }

    /** All of it is applied. The node's thread. */
    void applied(final long lsn) {
        if (outgoing != null) {
            exchange.ship(outgoing);
        }
        if (differs) {
            DIFFERS.hit();
            exchange.differs();
        } else if (cannotTell) {
            CANNOT_TELL.hit();
            exchange.cannotTell(lsn);
        }
        outgoing = null;
        incoming = null;
        differs = false;
        cannotTell = false;
        isShipping = false;
    }

    /**
     * It is the turn of a command of which nothing is prepared: makes the draft that was shipped of it.
     *
     * @param place of the command in its entry.
     * @param reply takes the answer as far as the draft has it.
     * @return whether there was one: {@link #effect()}.
     */
    boolean insert(final CommandView command, final int place, final ReplyBuffer reply) {
        if (incoming == null || machine == null || !incoming.find(place)) {
            return false;
        }
        try {
            view.wrap(incoming.buffer(), incoming.effectOffset(), incoming.effectLength());
            effect = machine.insertEffect(view, 0, incoming.effectLength());
        } catch (final Exception | Error e) {
            UNREADABLE.hit();
            tellOfInsert(command, e);
            return false;
        }
        reply.write(incoming.buffer(), incoming.replyOffset(), incoming.replyLength());
        INSERTED.hit();
        return true;
    }

    /** Nothing came of it, as the log has it, so the node goes on: but for an error that leaves it no memory. */
    private void tellOfInsert(final CommandView command, final Throwable thrown) {
        final boolean isFirst = hosted.isFirstFailure("insertEffect");
        if (thrown instanceof Exception failure) {
            if (isFirst) {
                hosted.failed("insertEffect", command.sessionId(), failure);
            }
        } else if (isFirst || MachineFailedError.endsTheNodeOnItsThread((Error) thrown)) {
            hosted.survive("insertEffect", command.lsn(), command.sessionId(), thrown);
        }
    }

    /** What {@link #insert} has made; asked once. */
    Object effect() {
        final Object made = effect;
        effect = null;
        return made;
    }

    /**
     * A draft is about to be published: notes it for the other replicas.
     *
     * @return whether it is noted.
     */
    boolean note(final int place, final Object draft, final long session, final ReplyBuffer reply) {
        if (outgoing == null || machine == null || reply.status() != ReplyFrame.OK) {
            return false;
        }
        final int length = write(machine, draft, session);
        if (written.capacity() > 2 * ShippedEffects.MAX_BYTES) {
            written = new ExpandableArrayBuffer();
        }
        if (length < 0 || length + reply.storedLength() > ShippedEffects.MAX_BYTES
            || !outgoing.add(place, written, length, reply.buffer(), reply.storedLength())) {
            NOT_SHIPPED.hit();
            return false;
        }
        return true;
    }

    private int write(final ShippedEffects<Object> itsMachine, final Object draft, final long session) {
        try {
            return Math.min(itsMachine.writeEffect(draft, written), ShippedEffects.MAX_BYTES + 1);
        } catch (final Exception e) {
            if (hosted.isFirstFailure("writeEffect")) {
                hosted.failed("writeEffect", session, e);
            }
            return ShippedEffects.NOT_SHIPPED;
        } catch (final Error e) {
            throw hosted.ended("writeEffect", session, e);
        }
    }

    /** What was noted could not be published. */
    void withdraw() {
        if (outgoing != null) {
            WITHDRAWN.hit();
            outgoing.withdraw();
        }
    }
}
