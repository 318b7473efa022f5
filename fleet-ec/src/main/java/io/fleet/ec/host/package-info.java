/**
 * A coded group as a node hosts it: messages in, to {@link io.fleet.ec.group.CodedGroup}, and out of it. Members are
 * nodes out there and positions in the group; {@link io.fleet.ec.host.MemberTable} translates.
 */
package io.fleet.ec.host;
