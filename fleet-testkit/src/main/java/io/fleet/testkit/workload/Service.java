package io.fleet.testkit.workload;

import io.fleet.machine.StateMachine;
import io.fleet.testkit.checker.Violations;
import io.fleet.testkit.checker.machine.ApplyChecker;
import io.fleet.testkit.checker.machine.CheckedMachine;
import io.fleet.testkit.history.History;
import io.fleet.testkit.history.Operation;
import io.fleet.testkit.history.SequentialModel;
import io.fleet.testkit.history.Verdict;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.DirectBuffer;

/**
 * What a simulated group serves: the machine, what clients ask it for, and what a history of that must look like. One
 * instance serves one run, on one thread.
 *
 * @param <I> what is asked for.
 * @param <O> what is answered.
 */
public interface Service<I, O> {
    /**
     * Makes an empty machine for one replica.
     *
     * @param name       who it is for, for messages: the node and which of its incarnations.
     * @param violations takes what the machine itself is seen to do wrong.
     * @return a new machine.
     */
    StateMachine newMachine(String name, Violations violations);

    /**
     * Makes an empty machine for one replica that uses timers too.
     *
     * @param name         see above.
     * @param violations   see above.
     * @param timerPercent how many in a hundred commands are to concern timers, where the service has a use for such.
     * @return a new machine; one as above, unless the service knows better.
     */
    default StateMachine newMachine(final String name, final Violations violations, final int timerPercent) {
        return newMachine(name, violations);
    }

    /**
     * Puts a machine that does the same and speculates beside another one, and has them compared.
     *
     * @param name       who it is for, for messages.
     * @param plain      a machine that does not speculate.
     * @param ships      whether the other one ships effects, where it can.
     * @param violations where differences are reported.
     * @return both of them; the plain one alone where there is no other.
     */
    default StateMachine watched(final String name, final CheckedMachine plain, final boolean ships,
                                 final Violations violations) {
        return plain;
    }

    /**
     * Draws something to ask for.
     *
     * @param random what chance is drawn from.
     * @return the input.
     */
    I draw(SplittableRandom random);

    /**
     * What every client that can asks when all faults are over and all else is answered.
     *
     * @return inputs; may be empty.
     */
    List<I> finalInputs();

    /**
     * Whether an input changes nothing and is asked as a query.
     *
     * @param input what is asked for.
     */
    boolean isQuery(I input);

    /**
     * The header of the command or query.
     *
     * @param input what is asked for.
     * @return all bytes of a buffer, valid until the next call.
     */
    DirectBuffer header(I input);

    /**
     * The payload of the command or query.
     *
     * @param input   what is asked for.
     * @param ballast how many bytes that mean nothing are in it, where the service has use for such.
     * @return all bytes of a buffer, valid until the next call.
     */
    DirectBuffer payload(I input, int ballast);

    /**
     * What an answer means.
     *
     * @param buffer where it is; valid during the call.
     * @param offset of its first byte.
     * @param length in bytes.
     * @return the meaning.
     */
    O answer(DirectBuffer buffer, int offset, int length);

    /**
     * The hash of an answer as {@link io.fleet.testkit.checker.machine.CheckedMachine} takes it: without the bytes of
     * payloads, which the machine does not know when it answers.
     *
     * @param buffer where it is; valid during the call.
     * @param offset of its first byte.
     * @param length in bytes.
     * @return the hash; of all bytes, unless the service knows of payloads.
     */
    default long answerHash(final DirectBuffer buffer, final int offset, final int length) {
        return ApplyChecker.hashOf(buffer, offset, length);
    }

    /**
     * What one client would see that uses the service alone.
     *
     * @return the model; null where there is none.
     */
    default SequentialModel<?, I, O> model() {
        return null;
    }

    /**
     * Judges what clients saw.
     *
     * @param history all of it.
     * @param applied those of its operations that replicas were seen to apply, in their order.
     * @return the verdict; linearizable where the service has no model to judge by.
     */
    Verdict check(History<I, O> history, List<Operation<I, O>> applied);

    /**
     * An input as one line of text.
     *
     * @param input what is asked for.
     * @return the text, without line breaks; {@link #read} takes it.
     */
    String write(I input);

    /**
     * Reads what {@link #write} wrote.
     *
     * @param text the text.
     * @return the input.
     * @throws IllegalArgumentException that says what is wrong with the text.
     */
    I read(String text);
}
