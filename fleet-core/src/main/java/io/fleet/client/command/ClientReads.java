package io.fleet.client.command;

import io.fleet.client.ReadConsistency;
import io.fleet.client.ReplyHandler;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.error.CommandTooLargeException;
import io.fleet.error.FleetException;
import org.agrona.DirectBuffer;

/**
 * The reads of one client that do not go through the log, beside its {@link Batcher}: takes them, sends them to members
 * of the group, and ends each with exactly one outcome. Pure; driven by the client's thread.
 */
public interface ClientReads {
    /**
     * Hears which replicas there are.
     *
     * @param nodes their numbers.
     */
    void members(int[] nodes);

    /**
     * A command of this client was answered: reads of its own that come later see it.
     *
     * @param lsn what the answer reflects; 0 where nobody said.
     */
    void onAnswered(long lsn);

    /**
     * Hears answers to reads.
     *
     * @param sender the node that answers.
     * @param answer the message; ignored when it is for another batcher, or answers commands.
     * @param nowNs  the time.
     */
    void onReplyBatch(int sender, ReplyBatch answer, long nowNs);

    /**
     * Refuses a read that is too long, before anything is copied. Any thread.
     *
     * @param headerLength  in bytes.
     * @param payloadLength in bytes.
     * @throws CommandTooLargeException when it is.
     */
    void check(int headerLength, int payloadLength);

    /**
     * Takes a read; it is sent in the next duty cycle. Header and payload are copied.
     *
     * @param consistency   what it may see; not {@link ReadConsistency#LINEARIZABLE_LOG}.
     * @param header        where the header is; not looked at when it is empty.
     * @param headerOffset  of its first byte.
     * @param headerLength  in bytes.
     * @param payload       where the payload is; not looked at when it is empty.
     * @param payloadOffset of its first byte.
     * @param payloadLength in bytes.
     * @param correlationId handed back with the outcome.
     * @param handler       takes the outcome.
     * @param nowNs         when the read was submitted: its deadline counts from here.
     * @return false when the window or the bytes in flight are full: nothing was taken.
     * @throws CommandTooLargeException                 when the read is over the group's limit, or a packet's.
     * @throws io.fleet.error.ClientClosedException   when the client is closed.
     */
    boolean offer(ReadConsistency consistency, DirectBuffer header, int headerOffset, int headerLength,
                  DirectBuffer payload, int payloadOffset, int payloadLength, long correlationId,
                  ReplyHandler handler, long nowNs);

    /** How many reads have no outcome yet. */
    int inFlight();

    /**
     * One duty cycle.
     *
     * @param nowNs the time.
     * @return how much was done.
     */
    int doWork(long nowNs);

    /**
     * Fails what is in flight, and takes nothing more. Idempotent.
     *
     * @param why the failure of each, where the nodes do not listen to this client; null where its owner closes it.
     */
    void close(FleetException why);
}
