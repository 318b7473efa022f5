package io.fleet.transport;

/** Why a transport does not receive from a sender that announces itself, or from one that does not. */
public enum Refusal {
    /** What announces it makes no sense. */
    MALFORMED,
    /** Its term buffers are longer than any of this endpoint. */
    TERM_LENGTH,
    /** Its packets are longer than what may be on the way to this endpoint. */
    MTU,
    /** Its address is neither a member's nor one of those that were allowed. */
    FOREIGN_ADDRESS,
    /** As many senders as an address may have are there already from its address. */
    PER_ADDRESS,
    /** Too many senders have come within a second, from its address or altogether. */
    RATE,
    /** There are as many senders as there may be. */
    TOTAL,
    /** It sends data without having announced itself, as too many others do. */
    UNANNOUNCED,
    /** Nothing is received on its stream. */
    STREAM
}
