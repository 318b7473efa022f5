package io.fleet.testkit.checker.machine;

import io.fleet.machine.ShippedEffects;
import io.fleet.machine.StateMachine;
import io.fleet.testkit.checker.Violations;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A {@link SpeculationChecker} whose machine ships effects. Beside each goes its command, which the plain machine
 * executes where the effect is inserted: so what is inserted is compared with what executing comes to (V8).
 *
 * @param <E> what the machine notes of a draft.
 */
public final class ShippingChecker<E> extends SpeculationChecker<E>
    implements
        ShippedEffects<SpeculationChecker.Draft<E>> {

    private static final byte FAILED = 1;

    private final String name;
    private final ShippedEffects<E> machine;
    private final Violations violations;
    private final UnsafeBuffer rest = new UnsafeBuffer(0, 0);

    /**
     * Watches a machine.
     *
     * @param name       who it is for, for messages.
     * @param machine    the machine under test.
     * @param plain      around one that does the same and is never given a draft.
     * @param innermost  that one.
     * @param isOfUser   as for {@link SpeculationChecker}.
     * @param violations where it reports.
     */
    public ShippingChecker(final String name, final ShippedEffects<E> machine, final CheckedMachine plain,
                           final StateMachine innermost, final boolean isOfUser, final Violations violations) {
        super(name, machine, plain, innermost, isOfUser, violations);
        this.name = name;
        this.machine = machine;
        this.violations = violations;
    }

    @Override
    public int effectsFormat() {
        return machine.effectsFormat();
    }

    /** What fails when it is published must not leave, whatever is written of it. */
    @Override
    public int writeEffect(final Draft<E> draft, final MutableDirectBuffer buffer) {
        buffer.putByte(0, draft.hasFailed() ? FAILED : 0);
        int at = draft.command().write(buffer, Byte.BYTES);
        at = draft.answer().write(buffer, at);
        rest.wrap(buffer, at, buffer.capacity() - at);
        final int length = draft.hasFailed() ? 0 : machine.writeEffect(draft.effect(), rest);
        return length < 0 ? length : at + length;
    }

    @Override
    public Draft<E> insertEffect(final DirectBuffer buffer, final int offset, final int length) {
        if (buffer.getByte(offset) == FAILED) {
            violations.report(name + ": what came of a command that failed was shipped (V8)");
        }
        final KeptCommand command = new KeptCommand(buffer, offset + Byte.BYTES);
        final Draft<E> draft = new Draft<>(command);
        int at = offset + Byte.BYTES + command.writtenLength();
        at = draft.answer().read(buffer, at);
        return inserted(draft, machine.insertEffect(buffer, at, offset + length - at));
    }
}
