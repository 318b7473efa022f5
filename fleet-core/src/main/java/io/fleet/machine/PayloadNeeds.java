package io.fleet.machine;

/** Takes down which bytes a machine needs at hand for the next command. Valid during {@link StateMachine#prepare}. */
public interface PayloadNeeds {
    /**
     * The bytes of a payload are needed: of the command's, of a placed one, or of a part. What is needed is gathered
     * from other nodes where it has to be, and the log waits meanwhile, so a machine asks for what is small or rare.
     *
     * @param payload which.
     * @return this.
     * @throws IllegalStateException when it is neither of the command nor placed.
     */
    PayloadNeeds bytes(Payload payload);
}
