package io.fleet.replica;

import io.fleet.machine.ShippedEffects;
import io.fleet.replica.digest.ExecutionDigest;
import io.fleet.replica.effects.EffectExchange;
import io.fleet.replica.effects.EntryEffects;
import io.fleet.session.ReplyFrame;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.coverage.CoverageMark;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Drafts that are written for other replicas where this node leads, and read where another one does, each in the turn
 * of its command (V8). By whoever is at the replica's state, but for what the node's thread does between pieces.
 */
final class ShippedDrafts {
    private static final CoverageMark INSERTED = CoverageMark.named("shipped-drafts.inserted");
    private static final CoverageMark DIFFERS = CoverageMark.named("shipped-drafts.upon-another-state");
    private static final CoverageMark UNREADABLE = CoverageMark.named("shipped-drafts.unreadable");
    private static final CoverageMark NOT_SHIPPED = CoverageMark.named("shipped-drafts.not-shipped");
    private static final CoverageMark WITHDRAWN = CoverageMark.named("shipped-drafts.withdrawn");

    /** Null where the machine does not ship. */
    private final @Nullable ShippedEffects<Object> machine;
    private final HostedMachine hosted;
    private final UnsafeBuffer written;
    private EffectExchange exchange = new EffectExchange();
    private boolean isShipping;
    private @Nullable EntryEffects outgoing;
    private @Nullable EntryEffects incoming;
    private boolean hasToldOfWrite;
    private boolean hasToldOfInsert;
    private boolean differs;
    private Object effect;

    @SuppressWarnings("unchecked")
    ShippedDrafts(final HostedMachine hosted) {
        this.hosted = hosted;
        machine = hosted.machine() instanceof ShippedEffects ? (ShippedEffects<Object>) hosted.machine() : null;
        written = new UnsafeBuffer(new byte[machine == null ? 0 : ShippedEffects.MAX_BYTES]);
    }

    void start(final EffectExchange newExchange) {
        if (machine != null) {
            exchange = newExchange;
            exchange.use(machine.effectsFormat());
        }
    }

    /** Another machine takes the place of this one. */
    void moveTo(final ShippedDrafts other) {
        exchange.clear();
        other.start(exchange);
        exchange = new EffectExchange();
    }

    /** Whether nothing need be prepared early. */
    boolean isExpected() {
        return exchange.isExpected();
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
        if (exchange.mustWait(lsn, isPrepared || meta.isNoOp() || meta.isConfiguration())) {
            return false;
        }
        incoming = exchange.take(lsn);
        isShipping = exchange.isLeading();
        return true;
    }

    /** Its commands are about to be applied, upon a state of which there is a digest. */
    void begin(final long lsn, final EntryMeta meta, final long digest) {
        outgoing = isShipping && digest != ExecutionDigest.NONE ? new EntryEffects(lsn, meta, digest) : null;
        differs = incoming != null && !incoming.isOf(meta, digest);
        if (differs) {
            DIFFERS.hit();
            incoming = null;
        }
    }

    /** All of it is applied. The node's thread. */
    void applied(final long lsn) {
        if (outgoing != null) {
            exchange.ship(outgoing);
        }
        if (differs) {
            exchange.differs(lsn);
        }
        outgoing = null;
        incoming = null;
        differs = false;
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
            effect = machine.insertEffect(incoming.buffer(), incoming.effectOffset(), incoming.effectLength());
        } catch (final Exception e) {
            UNREADABLE.hit();
            if (!hasToldOfInsert) {
                hasToldOfInsert = true;
                hosted.failed("insertEffect", command.sessionId(), e);
            }
            return false;
        } catch (final Error e) {
            throw hosted.ended("insertEffect", command.sessionId(), e);
        }
        reply.write(incoming.buffer(), incoming.replyOffset(), incoming.replyLength());
        INSERTED.hit();
        return true;
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
        } catch (final IndexOutOfBoundsException e) {
            return ShippedEffects.NOT_SHIPPED;
        } catch (final Exception e) {
            if (!hasToldOfWrite) {
                hasToldOfWrite = true;
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
