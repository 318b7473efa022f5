package io.fleet.node;

import io.fleet.machine.GroupConfig;
import io.fleet.machine.StateMachine;
import java.util.function.Supplier;

/**
 * One group that a node hosts.
 *
 * @param groupId its number, 0 or higher; the same on every member.
 * @param config  how it works; its agreed settings are the same on every member, and never change.
 * @param machine makes an empty state machine; called once at each start.
 */
public record GroupSpec(int groupId, GroupConfig config, Supplier<? extends StateMachine> machine) {
}
