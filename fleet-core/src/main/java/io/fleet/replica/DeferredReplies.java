package io.fleet.replica;

import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.ValueGatherer;
import io.fleet.session.ReplyFrame;
import io.fleet.storage.coverage.CoverageMark;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Replies that refer to payloads which are on other nodes: each is sent once these are gathered, whatever was answered
 * meanwhile. As many are gathered at a time as a bound of bytes allows. What is lost is made good by a retry (S10).
 */
final class DeferredReplies {
    private static final CoverageMark GONE = CoverageMark.named("deferred-replies.payload-is-gone");
    private static final CoverageMark NEWER = CoverageMark.named("deferred-replies.newer-state-does-without");
    private static final CoverageMark LOOKED = CoverageMark.named("deferred-replies.looked-into-beside-the-log");
    private static final CoverageMark DROPPED = CoverageMark.named("deferred-replies.too-much-waits");
    private static final CoverageMark UNWANTED = CoverageMark.named("deferred-replies.nobody-waits-any-more");
    private static final CoverageMark REPEATED = CoverageMark.named("deferred-replies.asked-again-while-gathering");
    private static final long MAX_GATHERING_BYTES = 64L << 20;
    private static final int MAX_GATHERED = 64;
    /** While so much waits on its way to a batcher nothing more is gathered for it; others go on. */
    private static final long MAX_SENT_BYTES = 8L << 20;
    /** So many are passed over in one cycle. */
    private static final int MAX_PASSED = 1_024;
    private static final long MAX_WAITING_BYTES = 16L << 20;
    /** What one that waits takes besides its bytes. */
    private static final int OVERHEAD = 256;
    private static final int MAX_ATTEMPTS = 64;

    private final ReplySender replies;
    private final GroupCounters counters;
    private final Asker asker;
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();
    /** Those that are answered: one that is sent again meanwhile gets the answer to the first. */
    private final Set<Command> commands = new HashSet<>();
    private final ReplyTemplate template = new ReplyTemplate();
    private long gatheringBytes;
    private long waitingBytes;

    /** Who executes queries anew, and knows what is still waited for. */
    interface Asker {
        /**
         * Executes a query on the state as it is.
         *
         * @param needs what was gathered for it; receives what it looks into otherwise.
         * @return what it answers, valid until {@link #done()}; null when it looks into payloads that are not here.
         */
        ReplyBuffer ask(RunningQuery question, QueryNeeds needs);

        /** The LSN up to which the log is applied. */
        long lsn();

        /** The answer was taken. */
        void done();

        /** Whether the reply to a write is still kept for its client. */
        boolean isAwaited(long session, long sequence);

        /** The entry that a payload is of. */
        PayloadTable.Name nameOf(PayloadHandle handle);
    }

    /** What is answered. */
    private record Command(long batcherId, long session, long sequence, boolean isRead) {
        static Command of(final ReplyAddress to) {
            return new Command(to.batcherId(), to.session(), to.sequence(), to.isRead());
        }
    }

    /** One reply. */
    private static final class Pending {
        private final ReplyAddress to;
        /** Null for a write. */
        private final RunningQuery question;
        private byte[] template;
        private final List<Source> sources = new ArrayList<>();
        private UnsafeBuffer frame;
        private int attempts;
        /** What the answer reflects. */
        private long lsn;
        /** What a query that is executed anew looks into. */
        private final QueryNeeds needs = new QueryNeeds();
        /** What is gathered for it, in bytes; 0 while nothing is. */
        private long gathering;
        /** Whether something did not come, and from which LSN on the state does without, if that is known. */
        private boolean isGone;
        private long newerLsn;

        Pending(final ReplyAddress to, final RunningQuery question, final long lsn) {
            this.to = to;
            this.lsn = lsn;
            this.question = question;
        }

        long size() {
            return OVERHEAD + template.length + (question == null ? 0 : question.header.length);
        }
    }

    /** One entry that payloads of a reply are of. */
    private static final class Source implements ValueGatherer.Sink {
        private final PayloadTable.Name name;
        private final List<PayloadHandle> handles = new ArrayList<>();
        /** Where each goes in the frame. */
        private final List<Integer> targets = new ArrayList<>();
        private UnsafeBuffer frame;
        private long missing;
        private long ticket;
        private boolean isComplete;
        private boolean isGone;
        private boolean hasEnded;
        private long newerLsn;

        Source(final PayloadTable.Name name) {
            this.name = name;
        }

        void begin(final UnsafeBuffer newFrame) {
            frame = newFrame;
            missing = 0;
            handles.forEach(each -> missing += each.length());
            isGone = false;
            newerLsn = 0;
            hasEnded = false;
        }

        @Override
        public void onBytes(final int from, final DirectBuffer bytes, final int offset, final int length) {
            for (int i = 0; i < handles.size(); i++) {
                final int start = handles.get(i).start();
                final int begin = Math.max(from, start);
                final int end = Math.min(from + length, start + handles.get(i).length());
                if (begin < end) {
                    frame.putBytes(targets.get(i) + begin - start, bytes, offset + begin - from, end - begin);
                    missing -= end - begin;
                }
            }
        }

        @Override
        public void onEnd() {
            isComplete = missing == 0;
            isGone = !isComplete;
            hasEnded = true;
        }

        @Override
        public void onGone() {
            isGone = true;
            hasEnded = true;
        }

        @Override
        public boolean onGone(final long newer) {
            if (newer < handles.get(0).lsn) {
                return false;
            }
            newerLsn = newer;
            onGone();
            return true;
        }
    }

    DeferredReplies(final ReplySender replies, final GroupCounters counters, final Asker asker) {
        this.replies = replies;
        this.counters = counters;
        this.asker = asker;
    }

    /** A reply whose payloads are referred to now; they need not be afterwards. */
    void add(final ReplyAddress to, final RunningQuery question, final long lsn, final DirectBuffer answer,
             final int length) {
        final Pending added = new Pending(to, question, lsn);
        if (commands.contains(Command.of(to))) {
            REPEATED.hit();
            return;
        }
        take(added, answer, length);
        if (waitingBytes + added.size() > MAX_WAITING_BYTES) {
            DROPPED.hit();
            counters.repliesLost.increment();
            return;
        }
        waitingBytes += added.size();
        pending.addLast(added);
        commands.add(Command.of(to));
        counters.deferredReplies.increment();
    }

    private void take(final Pending into, final DirectBuffer answer, final int length) {
        into.template = new byte[length];
        answer.getBytes(0, into.template);
        into.sources.clear();
        template.wrap(answer, 0, length);
        int shift = ReplyFrame.HEADER_LENGTH;
        for (int i = 0; i < template.references(); i++) {
            final PayloadHandle handle = template.handle(i);
            final PayloadTable.Name name = asker.nameOf(handle);
            Source source = null;
            for (final Source each : into.sources) {
                source = each.name.equals(name) ? each : source;
            }
            if (source == null) {
                source = new Source(name);
                into.sources.add(source);
            }
            source.handles.add(handle);
            source.targets.add(template.position(i) + shift);
            shift += handle.length();
        }
    }

    int size() {
        return pending.size();
    }

    /** One duty cycle. Queries are executed anew only where the state may be looked at. */
    int doWork(final ValueGatherer values, final long leaderBallot, final boolean mayAsk) {
        int work = 0;
        int gathered = 0;
        int passed = 0;
        for (final Iterator<Pending> i = pending.iterator(); i.hasNext() && gathered < MAX_GATHERED; gathered++) {
            final Pending next = i.next();
            if (next.gathering == 0 && !next.isGone) {
                if (replies.waitingBytes(next.to.batcherId()) > MAX_SENT_BYTES) {
                    gathered--;
                    if (++passed > MAX_PASSED) {
                        return work;
                    }
                    continue;
                }
                if (!begin(next)) {
                    return work;
                }
            }
            final boolean isDone = (next.isGone || isThere(next, values, leaderBallot, mayAsk))
                && (!next.isGone || mayAsk && next.newerLsn <= asker.lsn() && isOver(next, leaderBallot));
            if (isDone) {
                i.remove();
                commands.remove(Command.of(next.to));
                waitingBytes -= next.size();
                end(next, values);
                work++;
            }
        }
        return work;
    }

    /** Lets go of everything. */
    void clear(final ValueGatherer values) {
        pending.forEach(each -> end(each, values));
        pending.clear();
        commands.clear();
        waitingBytes = 0;
    }

    private boolean begin(final Pending next) {
        final int length = ReplyFrame.HEADER_LENGTH + template(next).totalLength();
        final long bytes = next.needs.isEmpty() ? length : next.needs.bytes();
        if (gatheringBytes > 0 && gatheringBytes + bytes > MAX_GATHERING_BYTES) {
            return false;
        }
        gatheringBytes += bytes;
        next.gathering = bytes;
        if (next.needs.isEmpty()) {
            next.frame = new UnsafeBuffer(new byte[length]);
            template(next).layOut(next.frame, ReplyFrame.HEADER_LENGTH);
            ReplySender.putHead(next.frame, 0, length, ReplyFrame.OK, next.to.session(), next.to.sequence());
            next.sources.forEach(each -> each.begin(next.frame));
        }
        return true;
    }

    private ReplyTemplate template(final Pending of) {
        return template.wrap(new UnsafeBuffer(of.template), 0, of.template.length);
    }

    /** Whether something has come of it: it is answered, or what it needs is gone. */
    private boolean isThere(final Pending next, final ValueGatherer values, final long leaderBallot,
                            final boolean mayAsk) {
        if (!next.needs.isEmpty()) {
            if (!next.needs.haveCome(values)) {
                return false;
            }
            if (next.needs.isGone()) {
                lose(next, next.needs.newerLsn(), values);
                return true;
            }
            return mayAsk && isAnswered(next, leaderBallot);
        }
        boolean isComplete = true;
        boolean isGone = false;
        long newerLsn = 0;
        for (final Source source : next.sources) {
            if (!source.isComplete && !source.isGone && source.ticket == 0) {
                final long ticket = values.gather(source.name.batcherId(), source.name.sequence(),
                    source.name.digest(), source);
                source.ticket = source.hasEnded ? 0 : ticket;
            }
            isComplete &= source.isComplete;
            isGone |= source.isGone;
            newerLsn = Math.max(newerLsn, source.newerLsn);
        }
        if (isComplete) {
            replies.send(next.to, leaderBallot, next.lsn, next.frame, next.frame.capacity());
        } else if (isGone) {
            lose(next, newerLsn, values);
        }
        return isComplete || isGone;
    }

    private void lose(final Pending next, final long newerLsn, final ValueGatherer values) {
        GONE.hit();
        counters.payloadsGone.increment();
        end(next, values);
        next.isGone = true;
        next.newerLsn = newerLsn;
        if (newerLsn > asker.lsn()) {
            NEWER.hit();
        }
    }

    /** Something did not come: a query is executed anew, what a write has returned is asked for again. */
    private boolean isOver(final Pending next, final long leaderBallot) {
        next.isGone = false;
        if (++next.attempts >= MAX_ATTEMPTS
            || next.question == null && !asker.isAwaited(next.to.session(), next.to.sequence())) {
            UNWANTED.hit();
            return true;
        }
        return next.question != null && isAnswered(next, leaderBallot);
    }

    /** Executes a query anew. */
    private boolean isAnswered(final Pending next, final long leaderBallot) {
        final boolean wasLookedInto = !next.needs.isEmpty();
        final long waited = next.size();
        gatheringBytes -= next.gathering;
        next.gathering = 0;
        final ReplyBuffer answer = asker.ask(next.question, next.needs);
        if (answer == null) {
            return wasLookedInto && ++next.attempts >= MAX_ATTEMPTS;
        }
        if (wasLookedInto) {
            LOOKED.hit();
        }
        next.lsn = Math.max(next.lsn, asker.lsn());
        final boolean isWhole = !answer.hasPayloads();
        if (isWhole) {
            send(next, answer, leaderBallot);
        } else {
            take(next, answer.buffer(), answer.storedLength());
            waitingBytes += next.size() - waited;
        }
        asker.done();
        return isWhole;
    }

    private void send(final Pending next, final ReplyBuffer answer, final long leaderBallot) {
        final int length = ReplyFrame.HEADER_LENGTH + answer.storedLength();
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[length]);
        ReplySender.putHead(frame, 0, length, answer.status(), next.to.session(), next.to.sequence());
        frame.putBytes(ReplyFrame.HEADER_LENGTH, answer.buffer(), 0, answer.storedLength());
        replies.send(next.to, leaderBallot, next.lsn, frame, length);
    }

    private void end(final Pending of, final ValueGatherer values) {
        gatheringBytes -= of.gathering;
        of.gathering = 0;
        of.frame = null;
        of.needs.cancel(values);
        for (final Source source : of.sources) {
            if (source.ticket != 0 && !source.hasEnded) {
                values.cancel(source.ticket);
            }
            source.ticket = 0;
            source.isComplete = false;
        }
    }
}
