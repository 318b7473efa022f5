package io.fleet.machine;

/**
 * A {@link StateMachine} that can do the work of a command before the command is chosen, and show what came of it only
 * after. Its execution then overlaps with replication: each replica <i>prepares</i> commands as the leader orders them,
 * on threads of their own ({@code NodeConfig.Builder.prepareThreads}), and <i>publishes</i> what was prepared, in the
 * order of the log, once the commands are chosen. What is never chosen is <i>revoked</i>.
 *
 * <p>Worth it where {@link #prepare} takes longer than {@link #publish}, by some microseconds at least. Where it is not
 * offered nothing changes. Rules V1 to V7 of {@code docs/rules.md}; the guide has a machine that does it.
 *
 * <h2>Two states</h2>
 *
 * <p>The machine has a <b>published</b> state, and <b>drafts</b> beside it. {@link #query}, {@link ReadView},
 * {@link #stateDigest}, {@link #writeSnapshot}, {@link #onTimer}, {@link #onSessionOpened} and {@link #onSessionClosed}
 * see the published state alone. {@link #prepare} sees the published state and, for its own keys, the drafts before it:
 * all that earlier commands of the same keys have prepared. It changes drafts only. {@link #publish} makes the oldest
 * draft part of the published state. {@link #revoke} takes the newest draft away, as if it had never been there.
 *
 * <p>A draft does not go with a retry: one command that is prepared twice, since it was revoked in between, is prepared
 * from scratch.
 *
 * <h2>Order and threads</h2>
 *
 * <p>{@link #keys} says which commands depend on each other. Commands that share a key are prepared one after the
 * other, in the order of the log; what one has written the next sees, on whatever thread. Commands that share none may
 * be prepared in any order, and at the same time.
 *
 * <p>All other methods are called as those of every {@link StateMachine}: in order, one at a time, on the thread that
 * applies the log. But {@link #publish}, {@link #query}, {@link #keys}, {@link #stateDigest} and {@link
 * ConcurrentQueries#view} may be called <b>while commands are being prepared</b> on other threads. So what {@link
 * #prepare} shares with them (the tables that drafts and values are in, as a rule) must be safe for concurrent use;
 * {@link #publish} in particular comes beside {@link #prepare} of the same keys, which must find what is published
 * either as a draft or in the published state. No command is being prepared while {@link #revoke} is called. There are
 * no drafts, and no command is being prepared, while {@link #onTimer}, {@link #onSessionOpened}, {@link
 * #onSessionClosed}, {@link #writeSnapshot} or {@link #readSnapshot} is called. {@link #keys}, {@link #publish} and
 * {@link #revoke} must not block: other groups wait for them.
 *
 * <p>A machine whose replica takes over another one's snapshot is thrown away, with its drafts; a command may still be
 * prepared on it then.
 *
 * <h2>Each replica does as it likes</h2>
 *
 * <p>A command may be prepared early on one replica and in its turn on another, or early, revoked and once more. All
 * must come to the same state and the same answer. So {@link #prepare} may depend on nothing but the command, the
 * published state under its keys, and the drafts before it; it must not use the {@link MachineContext}, which throws
 * {@link IllegalStateException} in the command's turn, and as a rule before it. {@link #publish} may: it is called in
 * the command's turn, at the command's LSN and log time.
 *
 * <p><b>Errors.</b> Whatever {@link #prepare} throws, it must have left no draft. What it throws before the command's
 * turn is no outcome, since it may come of the node: commands of the same keys wait, and the command is prepared again
 * in its turn. Then an {@link Exception} of {@link #prepare} or {@link #publish} is the command's outcome, as one of
 * {@link #apply} is: the caller gets {@code CommandFailedException}; {@link #publish} must have left the state that
 * every other replica has left, without the draft, and the drafts behind it are revoked. An {@link Error} in the
 * command's turn, and all that {@link #revoke} throws, ends the node as an error of {@link #apply} does.
 *
 * <p><b>Bounds.</b> A group has at most 1,024 drafts, of commands of 8 MiB together (and one entry), and 16 MiB of
 * answers (and one answer for each thread). What a machine keeps in a draft is its own to bound. A machine with
 * {@linkplain #usesPayloads() payload handles} cannot be one.
 *
 * @param <E> what the machine notes of a draft, from {@link #prepare} to {@link #publish} or {@link #revoke}.
 */
public interface SpeculativeMachine<E> extends StateMachine {
    /**
     * Says what the command reads and changes. A pure function of the command's bytes: asked on the thread that applies
     * the log, before the command is prepared, perhaps again after it was revoked. A command that names no key depends
     * on nothing. One that names more than 64, or for which this method throws, counts as {@link CommandKeys#all()};
     * what it throws first is counted ({@code callbackFailures}) and logged.
     *
     * @param command the command; valid during the call.
     * @param keys    takes the keys.
     */
    void keys(Command command, CommandKeys keys);

    /**
     * Does the work of a command, and shows nothing of it.
     *
     * @param command the command; valid during the call. Its log time and LSN are those it will have.
     * @param reply   the caller's answer, as far as it is known; {@link #publish} may add to it.
     * @return what {@link #publish} or {@link #revoke} is to be given; may be null, and is given then, too.
     */
    E prepare(Command command, Reply reply);

    /**
     * The command is chosen, and it is its turn: makes its draft part of the published state. The drafts of all
     * commands before are published. Should be quick.
     *
     * @param effect what {@link #prepare} returned for the command.
     * @param reply  what {@link #prepare} has answered, to be added to. Where a command is chosen to be prepared again
     *               its answer begins anew.
     */
    void publish(E effect, Reply reply);

    /**
     * Takes back the newest draft: its command, or one before it, was not chosen as it was foreseen. It may come again,
     * at the same LSN or a later one, or never. Must not fail. Should be quick.
     *
     * @param effect what {@link #prepare} returned for the command.
     */
    void revoke(E effect);

    /**
     * Prepares and publishes at once: for tests of the machine. Fleet calls the two instead.
     *
     * @param command the command.
     * @param reply   receives the bytes that the caller gets.
     */
    @Override
    default void apply(final Command command, final Reply reply) {
        publish(prepare(command, reply), reply);
    }
}
