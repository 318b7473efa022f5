package io.fleet.scattered;

import io.fleet.consensus.MessageRoutes;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.scattered.context.GroupContext;

/** Registers the roles of a group for their messages, by what each wants to know of where a message comes from. */
final class RoleRoutes {
    private final GroupContext context;
    private final MessageRoutes.Guarded routes;

    RoleRoutes(final GroupContext context, final MessageRoutes.Guard guard) {
        this.context = context;
        routes = context.routes().behind(guard);
    }

    /** Takes messages that tell where they come from, by node or by slot. */
    @FunctionalInterface
    interface Untimed<M extends Message> {
        void onMessage(int from, M message);
    }

    /** Takes messages wherever they come from. */
    @FunctionalInterface
    interface FromAnybody<M extends Message> {
        void onMessage(M message, long nowNs);
    }

    /** For a role that wants to know the node. */
    <M extends Message> RoleRoutes on(final MessageType type, final MessageRoutes.Handler<M> role) {
        routes.on(type, role);
        return this;
    }

    /** For a role that wants to know the node, and not the time. */
    <M extends Message> RoleRoutes onWithoutTime(final MessageType type, final Untimed<M> role) {
        return this.<M>on(type, (sender, message, nowNs) -> role.onMessage(sender, message));
    }

    /** For a role that does not care where it comes from. */
    <M extends Message> RoleRoutes onFromAnybody(final MessageType type, final FromAnybody<M> role) {
        return this.<M>on(type, (sender, message, nowNs) -> role.onMessage(message, nowNs));
    }

    /** For a role that wants to know the member's slot. */
    <M extends Message> RoleRoutes onMember(final MessageType type, final MessageRoutes.Handler<M> role) {
        return this.<M>on(type, (sender, message, nowNs) -> role.onMessage(context.indexOf(sender), message, nowNs));
    }

    /** For a role that wants to know the member's slot, and not the time. */
    <M extends Message> RoleRoutes onMemberWithoutTime(final MessageType type, final Untimed<M> role) {
        return this.<M>on(type, (sender, message, nowNs) -> role.onMessage(context.indexOf(sender), message));
    }
}
