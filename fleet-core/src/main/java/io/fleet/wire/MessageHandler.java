package io.fleet.wire;

import io.fleet.consensus.message.Message;

/** Takes decoded messages. */
@FunctionalInterface
public interface MessageHandler {
    /**
     * Called on the decoding thread for each good message.
     *
     * @param groupId       the group it is for, 0 or more; not known to exist.
     * @param configVersion the version of the group's configuration that the sender works with, 0 or more.
     * @param sender        the node that sent it, 0 to 1023, or -1 for a remote client.
     * @param message       reused by the next decoding; bytes it refers to are in the packet, valid during the call.
     */
    void onMessage(int groupId, int configVersion, int sender, Message message);
}
