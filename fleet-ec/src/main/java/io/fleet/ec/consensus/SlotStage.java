package io.fleet.ec.consensus;

/** How far this node is with a slot. */
enum SlotStage {
    /** It has not proposed. */
    IDLE,
    /** Its PROPOSAL is being forced. */
    PROPOSING,
    /** Its PROPOSAL is durable and sent; it waits for those of others. */
    PROPOSED,
    /** Its STATE of the slot's phase is being forced. */
    STATING,
    /** Its STATE is durable and sent. */
    STATED,
    /** Its VOTE of the slot's phase is being forced. */
    VOTING,
    /** Its VOTE is durable and sent. */
    VOTED,
    /** The slot is decided. */
    DECIDED
}
