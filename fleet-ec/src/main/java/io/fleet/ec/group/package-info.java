/**
 * One coded group on one node, as a protocol among members that are positions: the agreement of {@code
 * io.fleet.ec.consensus}, the values of {@code io.fleet.ec.dissemination}, and what stands between. Pure and
 * single-threaded; {@link io.fleet.ec.group.CodedGroup} is fed with messages, completions of storage and the clock.
 * How it comes into a node is {@code io.fleet.ec.node}.
 *
 * <ul>
 * <li>{@code decision}: decisions become durable in order, are learned, and are applied</li>
 * <li>{@code repair}: missing and damaged parts are rebuilt</li>
 * <li>{@code rejoin}: a member that lost votes or parts comes to count again</li>
 * <li>{@code retention}: how long parts and decisions are kept</li>
 * </ul>
 *
 * <p>Here are the wiring ({@code GroupRoles}), the way in for messages ({@code MemberMessages}), and what tells a
 * proxy that its entry is written ({@code Acknowledger}).
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.group;
