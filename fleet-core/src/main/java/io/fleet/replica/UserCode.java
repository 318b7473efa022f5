package io.fleet.replica;

/**
 * A bounded piece of work of a state machine: the entry that its replica applies next, or a part of one. It is begun
 * and finished by whoever has the node's duty, and run by one thread at a time: by the thread that has the duty, or,
 * after {@link #leave}, by one that has not. While it is run nothing of the replica's state is touched by others.
 */
public interface UserCode {
    /**
     * Whether it may be run by a thread that has not the duty; otherwise it asks the protocol for more on its way.
     *
     * @return whether {@link #leave} may be called.
     */
    boolean mayLeave();

    /**
     * Whether those before it took long, so that it should leave at once.
     *
     * @return true until enough in a row were quick.
     */
    boolean isSlow();

    /** From now on another thread runs it, or goes on with it. By whoever has the duty, once, before anything else. */
    void leave();

    /** Calls the machine. Throws nothing: what is thrown waits for {@link #finish}. By whoever runs it. */
    void run();

    /**
     * It was run by a thread without the duty, which touches nothing of it from now on. By that thread, the last thing.
     *
     * @param tookNs how long that took in nanoseconds.
     */
    void giveBack(long tookNs);

    /**
     * Does what the duty is needed for: says how far the replica has come, and sends what was answered. By whoever has
     * the duty; not for one that has left, which its replica finishes itself once it is given back.
     *
     * @return how much was done.
     */
    int finish();
}
