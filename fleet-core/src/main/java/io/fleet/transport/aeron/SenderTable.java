package io.fleet.transport.aeron;

import io.fleet.transport.Refusal;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.collections.Int2IntCounterMap;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * The senders that are received from, and those that are about to be: how many of each stream, of each address, and how
 * many new ones in this second. What members may have is kept free of what strangers take, except from a member's own
 * address. Thread-safe; asked when a sender announces itself, not for each packet.
 */
final class SenderTable {
    /** The most senders of one stream, members' included. */
    static final int MAX_SENDERS = 6144;
    /** The most senders of one stream from addresses that are no member's. */
    static final int MAX_STRANGERS = 4096;
    /** The most senders of one stream from one address. */
    static final int MAX_PER_ADDRESS = 2048;
    /** The most new senders of one address in a second. */
    static final int MAX_NEW_PER_ADDRESS = 256;
    /** The most new senders in a second from addresses that are no member's. */
    static final int MAX_NEW = 1024;
    /** After this time a sender of which nothing came but its announcement is forgotten. */
    static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(10);

    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final Long2ObjectHashMap<Sender> senders = new Long2ObjectHashMap<>();
    private final Map<InetAddress, Source> sources = new HashMap<>();
    private final Int2IntCounterMap strangers = new Int2IntCounterMap(0);
    private final Int2IntCounterMap all = new Int2IntCounterMap(0);
    private long windowNs;
    private long sweptNs;
    private int fresh;
    private int found;
    private int bound;

    SenderTable(final long nowNs) {
        windowNs = nowNs;
        sweptNs = nowNs - SECOND_NS;
    }

    /** Why a sender is refused; null when it is not. */
    synchronized Refusal admit(final int stream, final int session, final InetAddress address, final boolean isMember,
                               final int maxStrangers, final long nowNs) {
        final Sender known = senders.get(key(stream, session));
        if (known != null) {
            known.announcedNs = nowNs;
            return null;
        }
        turn(nowNs);
        Refusal why = refusal(stream, address, isMember, maxStrangers);
        if (why != null && why != Refusal.RATE && nowNs - sweptNs >= SECOND_NS) {
            sweptNs = nowNs;
            sweep(nowNs);
            why = refusal(stream, address, isMember, maxStrangers);
        }
        if (why == null) {
            add(stream, session, address, isMember, nowNs);
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
    }

    /** One subscription receives from a sender no more. */
    synchronized void unavailable(final int stream, final int session) {
        final Sender sender = senders.get(key(stream, session));
        if (sender != null && --sender.images <= 0) {
            senders.remove(key(stream, session));
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
                            final int maxStrangers) {
        final Source source = sources.get(address);
        if (source != null && exceeds(source.senders.get(stream), MAX_PER_ADDRESS)) {
            return Refusal.PER_ADDRESS;
        }
        if (!isMember && exceeds(strangers.get(stream), maxStrangers) || exceeds(all.get(stream), MAX_SENDERS)) {
            return Refusal.TOTAL;
        }
        if (source != null && exceeds(source.fresh, MAX_NEW_PER_ADDRESS) || !isMember && exceeds(fresh, MAX_NEW)) {
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
        final Source source = sources.computeIfAbsent(address, each -> new Source());
        final Sender sender = new Sender(stream, address, source, !isMember);
        sender.announcedNs = nowNs;
        senders.put(key(stream, session), sender);
        source.senders.incrementAndGet(stream);
        source.fresh++;
        all.incrementAndGet(stream);
        if (sender.isStranger) {
            strangers.incrementAndGet(stream);
            fresh++;
        }
        return sender;
    }

    private void forget(final Sender sender) {
        sender.source.senders.decrementAndGet(sender.stream);
        all.decrementAndGet(sender.stream);
        if (sender.isStranger) {
            strangers.decrementAndGet(sender.stream);
        }
        if (sender.source.fresh == 0 && sender.source.senders.isEmpty()) {
            sources.remove(sender.address);
        }
    }

    /** The second is over: all may have new senders again. */
    private void turn(final long nowNs) {
        if (nowNs - windowNs >= SECOND_NS) {
            windowNs = nowNs;
            fresh = 0;
            for (final Iterator<Source> each = sources.values().iterator(); each.hasNext();) {
                final Source source = each.next();
                source.fresh = 0;
                if (source.senders.isEmpty()) {
                    each.remove();
                }
            }
        }
    }

    private void sweep(final long nowNs) {
        for (final Iterator<Sender> each = senders.values().iterator(); each.hasNext();) {
            final Sender sender = each.next();
            if (sender.images == 0 && nowNs - sender.announcedNs >= PATIENCE_NS) {
                each.remove();
                forget(sender);
            }
        }
    }

    private static long key(final int stream, final int session) {
        return (long) stream << 32 | session & 0xFFFF_FFFFL;
    }

    /** One sender of one stream. */
    private static final class Sender {
        private final int stream;
        private final InetAddress address;
        private final Source source;
        private final boolean isStranger;
        private int images;
        private long announcedNs;

        Sender(final int stream, final InetAddress address, final Source source, final boolean isStranger) {
            this.stream = stream;
            this.address = address;
            this.source = source;
            this.isStranger = isStranger;
        }
    }

    /** What comes from one address. */
    private static final class Source {
        private final Int2IntCounterMap senders = new Int2IntCounterMap(0);
        private int fresh;
    }
}
