package io.fleet.consensus;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * Who takes the messages of one group on one node, by their type: a table in which the parts of a group register when
 * they are made. Each type is taken by one of them; what nobody takes is dropped. Belongs to the node's thread.
 */
public final class MessageRoutes {
    private final Handler<?>[] handlers = new Handler<?>[MessageType.values().length];
    private Handler<Message> rest = (sender, message, nowNs) -> { };

    /**
     * Takes messages of one type.
     *
     * @param <M> their class.
     */
    @FunctionalInterface
    public interface Handler<M extends Message> {
        /**
         * A message arrived.
         *
         * @param sender  the node it came from, or -1 for a remote client.
         * @param message what; reused after the call, with all that it refers to.
         * @param nowNs   the clock of this duty cycle.
         */
        void onMessage(int sender, M message, long nowNs);
    }

    /**
     * Registers who takes a type of message.
     *
     * @param type    the type.
     * @param handler takes such messages.
     * @param <M>     their class: that of the type.
     * @throws IllegalStateException when somebody takes them already.
     */
    public <M extends Message> void on(final MessageType type, final Handler<M> handler) {
        if (handlers[type.ordinal()] != null) {
            throw new IllegalStateException(type + " is taken already");
        }
        handlers[type.ordinal()] = handler;
    }

    /**
     * Registers who takes what nobody else takes.
     *
     * @param handler takes such messages.
     */
    public void onRest(final Handler<Message> handler) {
        rest = handler;
    }

    /**
     * The same table, for handlers that are asked for only where a message is acted on.
     *
     * @param guard asked before each of them.
     * @return registers them.
     */
    public Guarded behind(final Guard guard) {
        return new Guarded(this, guard);
    }

    /** Whether a message is acted on. */
    @FunctionalInterface
    public interface Guard {
        /**
         * Asked once for each message of a type that a guarded handler takes.
         *
         * @param sender  the node it came from, or -1 for a remote client.
         * @param message what; reused after the call.
         * @param nowNs   the clock of this duty cycle.
         * @return whether its handler is given it.
         */
        boolean admits(int sender, Message message, long nowNs);
    }

    /** Registers handlers behind a guard. */
    public static final class Guarded {
        private final MessageRoutes routes;
        private final Guard guard;

        private Guarded(final MessageRoutes routes, final Guard guard) {
            this.routes = routes;
            this.guard = guard;
        }

        /**
         * Registers who takes a type of message.
         *
         * @param type    the type.
         * @param handler takes such messages.
         * @param <M>     their class: that of the type.
         * @throws IllegalStateException when somebody takes them already.
         */
        public <M extends Message> void on(final MessageType type, final Handler<M> handler) {
            routes.<M>on(type, (sender, message, nowNs) -> {
                if (guard.admits(sender, message, nowNs)) {
                    handler.onMessage(sender, message, nowNs);
                }
            });
        }
    }

    /**
     * Hands a message to whoever takes it.
     *
     * @param sender  the node it came from, or -1 for a remote client.
     * @param message what; its handler keeps nothing of it.
     * @param nowNs   the clock of this duty cycle.
     */
    @SuppressWarnings("unchecked")
    public void dispatch(final int sender, final Message message, final long nowNs) {
        final Handler<Message> handler = (Handler<Message>) handlers[message.type().ordinal()];
        if (handler == null) {
            rest.onMessage(sender, message, nowNs);
        } else {
            handler.onMessage(sender, message, nowNs);
        }
    }
}
