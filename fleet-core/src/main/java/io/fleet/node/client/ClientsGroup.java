package io.fleet.node.client;

/** What the handshake of clients asks of the group that a client means. */
public interface ClientsGroup {
    /** The group's number on all nodes. */
    int groupId();

    /** What the group's own messages carry: a checksum of its founders and agreed settings. */
    int configVersion();

    /** Whether this node does not know the group's settings yet. */
    boolean isUnknown();

    /** A checksum of the agreed settings. */
    int settings();

    /** The agreed settings, for people. */
    String settingsText();
}
