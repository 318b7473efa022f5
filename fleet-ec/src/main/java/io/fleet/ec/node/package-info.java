/**
 * A coded group in a node: what {@link io.fleet.ec.group.CodedGroup}, which knows positions of members and nothing
 * else, needs to work there. {@code CodedFactory} makes it, {@code CodedProtocol} wires it.
 *
 * <ul>
 * <li>{@code link}: messages to other members, and from them</li>
 * <li>{@code proxy}: entries of clients come in</li>
 * <li>{@code replica}: decided entries go to the state machine</li>
 * <li>{@code member}: which nodes the members are, whom this node hears, in which lives it counts them</li>
 * <li>{@code store}: votes, parts, decisions and standing in the logs and the meta store of the node</li>
 * <li>{@code snapshot}: snapshots in turn, and those of others</li>
 * </ul>
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.node;
