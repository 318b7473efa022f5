package io.fleet.machine;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A {@link SpeculativeMachine} whose drafts travel: one replica does the work of a command, and the others insert what
 * came of it instead of doing it again (FLEET, FL-31). Worth it where {@link #prepare} takes much longer than it takes
 * to send its effect, and processors are what the group lacks; each replica still has the whole state. It costs the
 * leader as many bytes as effects and answers have, for each of the other replicas where the network has no multicast,
 * and an answer that another replica gives comes a message later. Groups without a leader do not ship.
 * Worth little where one command takes longer than some 50 ms: so long an entry waits for its effects.
 *
 * <p>The leader ships an effect in the command's turn, never before: what is shipped is chosen, with all that is below
 * it (rule V8). Another replica inserts it in the command's turn, where all that it has made of the log before is what
 * the leader has made of it. It prepares the command itself where the effect does not come (of a leader that has just
 * taken over, or that does not ship it), comes too late, or cannot be read. So all three ways, early, in turn and by
 * insertion, must come to the same draft and the same answer. While effects come in time a replica prepares nothing
 * early.
 *
 * <p>A command whose effect and answer have together more than {@value #MAX_BYTES} bytes is not shipped, nor what of an
 * entry goes beyond 1 MiB, nor a command that fails; all replicas execute it. So they do with one entry in 64, whoever
 * leads: otherwise a leader whose memory lies, or whose {@link #prepare} hangs on more than it may, would be copied and
 * never be found out. And so they do after a start or a snapshot of another replica, until what they have made of up to
 * 512 LSNs can be compared. What a leader ships is believed. The counters {@code
 * fleet.group.speculation.effects.shipped} and {@code .inserted} tell how much travels. All methods are called on the
 * thread that applies the log, in the command's turn, and must not use the {@link MachineContext}.
 *
 * @param <E> as for {@link SpeculativeMachine}.
 */
public interface ShippedEffects<E> extends SpeculativeMachine<E> {
    /** What effect and answer of a command may have together to be shipped, in bytes. */
    int MAX_BYTES = 65_000;

    /** {@link #writeEffect} says so: every replica is to execute the command. */
    int NOT_SHIPPED = -1;

    /**
     * What the bytes of effects look like. To be raised with any change of that, and of what {@link #prepare} comes to:
     * effects are inserted by replicas whose machine says the same number, and by no others, in a rolling upgrade.
     *
     * @return any number; asked once.
     */
    int effectsFormat();

    /**
     * Writes what {@link #insertEffect} needs to make the same draft on another replica. The draft is the oldest, and
     * is published next. An {@link Exception} counts as {@link #NOT_SHIPPED}, and is logged; an {@link Error} ends the
     * node.
     *
     * @param effect what {@link #prepare} returned.
     * @param buffer takes it, from index 0; grows as needed; valid during the call.
     * @return how many bytes were written; {@link #NOT_SHIPPED} for none.
     */
    int writeEffect(E effect, MutableDirectBuffer buffer);

    /**
     * Makes the draft that {@link #prepare} has made on the leader, upon the published state; there are no other
     * drafts. {@link #publish} follows at once, with the answer as {@link #prepare} has left it there.
     *
     * <p>Whatever this throws, it must have left no draft; the command is prepared here as ever. An
     * {@link OutOfMemoryError} ends the node.
     *
     * @param buffer where the effect is, and nothing else; valid during the call.
     * @param offset of its first byte.
     * @param length in bytes: as many as were written, but they may be of another version, and are to be checked.
     * @return what {@link #publish} is to be given; may be null.
     */
    E insertEffect(DirectBuffer buffer, int offset, int length);
}
