package io.fleet.transport.aeron.inbound;

import io.fleet.transport.Refusal;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.collections.Int2IntCounterMap;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * The senders that are received from, and those that are about to be: how many of each stream, of each address, and how
 * many new ones in this second. What members may have is kept free of what strangers take, except from a member's own
 * address. Thread-safe; asked when a sender announces itself, not for each packet.
 *
 * <p>Kept are senders of streams on which something is received, and no others: at most {@link #MAX_SENDERS} of a
 * stream, and {@link #MAX_AS_MEMBERS} of one on which a member alone sends. A sender takes some 500 bytes with its
 * address, so these are some 3 MB for each of the two streams of a node, and 128 KB for each member with multicast.
 * Whoever announces itself has a few of those looked at that are to be forgotten, and there are never more of these
 * than have come: nobody looks at all.
 */
public final class SenderTable {
    /** The most senders of one stream, members' included. */
    public static final int MAX_SENDERS = 6144;
    /** The most senders of one stream from addresses that are no member's. */
    public static final int MAX_STRANGERS = 4096;
    /** The most senders of a stream on which one member alone sends. */
    static final int MAX_AS_MEMBERS = 256;
    /** The most senders of one stream from one address. */
    public static final int MAX_PER_ADDRESS = 2048;
    /** The most new senders of one address in a second. */
    public static final int MAX_NEW_PER_ADDRESS = 256;
    /** The most new senders in a second from addresses that are no member's. */
    public static final int MAX_NEW = 1024;
    /** After this time a sender of which nothing came but its announcement is forgotten. */
    public static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(10);

    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    /** So many are looked at, and forgotten where it is time, each time that a sender announces itself. */
    private static final int FORGOTTEN_AT_ONCE = 4;

    private final Long2ObjectHashMap<Sender> senders = new Long2ObjectHashMap<>();
    private final Map<InetAddress, Source> sources = new HashMap<>();
    /** Those of which nothing came but announcements, the one that announced itself longest ago first. */
    private final LinkedHashSet<Sender> silent = new LinkedHashSet<>();
    /** The addresses without a sender, in the order in which they came to be. */
    private final LinkedHashSet<Source> empty = new LinkedHashSet<>();
    private final Int2IntCounterMap strangers = new Int2IntCounterMap(0);
    private final Int2IntCounterMap all = new Int2IntCounterMap(0);
    private long windowNs;
    private int fresh;
    private int found;
    private int bound;

    SenderTable(final long nowNs) {
        windowNs = nowNs;
    }

    /**
     * Why a sender is refused; null when it is not.
     *
     * @param maxStrangers the most of its stream from addresses that are no member's.
     * @param most         the most of its stream.
     */
    synchronized Refusal admit(final int stream, final int session, final InetAddress address, final boolean isMember,
                               final int maxStrangers, final int most, final long nowNs) {
        turn(nowNs);
        final Sender known = senders.get(key(stream, session));
        if (known != null) {
            known.announcedNs = nowNs;
            if (silent.remove(known)) {
                silent.add(known);
            }
            return null;
        }
        final Refusal why = refusal(stream, address, isMember, maxStrangers, most);
        if (why == null) {
            silent.add(add(stream, session, address, isMember, nowNs));
        }
        return why;
    }

    /** What the last refusal found. */
    synchronized int found() {
        return found;
    }

    /** What the last refusal would have taken. */
    synchronized int bound() {
        return bound;
    }

    /** Packets of a sender are received from now on, by one subscription more. */
    synchronized void available(final int stream, final int session, final InetAddress address, final boolean isMember,
                                final long nowNs) {
        Sender sender = senders.get(key(stream, session));
        if (sender == null) {
            sender = add(stream, session, address, isMember, nowNs);
        }
        sender.images++;
        silent.remove(sender);
    }

    /** One subscription receives from a sender no more. */
    synchronized void unavailable(final int stream, final int session) {
        final Sender sender = senders.get(key(stream, session));
        if (sender != null && --sender.images <= 0) {
            forget(sender);
        }
    }

    synchronized boolean contains(final int stream, final int session) {
        return senders.containsKey(key(stream, session));
    }

    synchronized int size() {
        return senders.size();
    }

    /** How many addresses are remembered. */
    synchronized int addresses() {
        return sources.size();
    }

    private Refusal refusal(final int stream, final InetAddress address, final boolean isMember,
                            final int maxStrangers, final int most) {
        final Source source = sources.get(address);
        if (source != null && exceeds(source.senders.get(stream), MAX_PER_ADDRESS)) {
            return Refusal.PER_ADDRESS;
        }
        if (!isMember && exceeds(strangers.get(stream), maxStrangers) || exceeds(all.get(stream), most)) {
            return Refusal.TOTAL;
        }
        if (source != null && exceeds(source.fresh(windowNs), MAX_NEW_PER_ADDRESS)
            || !isMember && exceeds(fresh, MAX_NEW)) {
            return Refusal.RATE;
        }
        return null;
    }

    private boolean exceeds(final int count, final int most) {
        found = count;
        bound = most;
        return count >= most;
    }

    private Sender add(final int stream, final int session, final InetAddress address, final boolean isMember,
                       final long nowNs) {
        final Source source = sources.computeIfAbsent(address, Source::new);
        final Sender sender = new Sender(stream, session, source, !isMember);
        empty.remove(source);
        sender.announcedNs = nowNs;
        senders.put(key(stream, session), sender);
        source.senders.incrementAndGet(stream);
        source.fresh = source.fresh(windowNs) + 1;
        source.windowNs = windowNs;
        all.incrementAndGet(stream);
        if (sender.isStranger) {
            strangers.incrementAndGet(stream);
            fresh++;
        }
        return sender;
    }

    private void forget(final Sender sender) {
        senders.remove(key(sender.stream, sender.session));
        silent.remove(sender);
        sender.source.senders.decrementAndGet(sender.stream);
        all.decrementAndGet(sender.stream);
        if (sender.isStranger) {
            strangers.decrementAndGet(sender.stream);
        }
        if (sender.source.senders.isEmpty()) {
            empty.add(sender.source);
        }
    }

    /** Where a second is over all may have new senders again; and it may be time to forget some. */
    private void turn(final long nowNs) {
        if (nowNs - windowNs >= SECOND_NS) {
            windowNs = nowNs;
            fresh = 0;
        }
        for (int i = 0; i < FORGOTTEN_AT_ONCE && !silent.isEmpty(); i++) {
            final Sender first = silent.iterator().next();
            if (nowNs - first.announcedNs < PATIENCE_NS) {
                break;
            }
            forget(first);
        }
        for (int i = 0; i < FORGOTTEN_AT_ONCE && !empty.isEmpty(); i++) {
            final Source first = empty.iterator().next();
            if (first.fresh(windowNs) > 0) {
                break;
            }
            empty.remove(first);
            sources.remove(first.address);
        }
    }

    private static long key(final int stream, final int session) {
        return (long) stream << 32 | session & 0xFFFF_FFFFL;
    }

    /** One sender of one stream. */
    private static final class Sender {
        private final int stream;
        private final int session;
        private final Source source;
        private final boolean isStranger;
        private int images;
        private long announcedNs;

        Sender(final int stream, final int session, final Source source, final boolean isStranger) {
            this.stream = stream;
            this.session = session;
            this.source = source;
            this.isStranger = isStranger;
        }
    }

    /** What comes from one address. */
    private static final class Source {
        private final InetAddress address;
        private final Int2IntCounterMap senders = new Int2IntCounterMap(0);
        private int fresh;
        private long windowNs;

        Source(final InetAddress address) {
            this.address = address;
        }

        /** How many are new in the second that began at a time. */
        int fresh(final long nowWindowNs) {
            return windowNs == nowWindowNs ? fresh : 0;
        }
    }
}
