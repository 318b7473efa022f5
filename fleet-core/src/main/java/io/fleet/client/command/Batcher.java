package io.fleet.client.command;

import io.fleet.client.ReplyHandler;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.Outbound;
import io.fleet.consensus.flow.Credit;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.consensus.message.replication.RejectEntry;
import io.fleet.error.ClientClosedException;
import io.fleet.error.CommandTooLargeException;
import io.fleet.error.FleetException;
import io.fleet.error.NotAppliedException;
import io.fleet.error.OutcomeUnknownException;
import io.fleet.error.OverloadedException;
import io.fleet.error.SessionExpiredException;
import io.fleet.session.CommandFrame;
import io.fleet.session.ReplyFrame;
import io.fleet.storage.coverage.CoverageMark;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.collections.LongArrayQueue;

/**
 * Packs the commands of one client into entries, sends them to the leader it knows, and sends them again until it
 * hears the outcome of each. One session at a time, opened when the first command comes.
 *
 * <p><b>Exactly once.</b> Each transmission is a new entry; a command that is sent again keeps its bytes, and with
 * them its session and sequence, so the session table runs it once (S9, H4). An entry names the ballot of the only
 * leader that may order it, so the rejection of that leader means that this entry will never be ordered; a command is
 * reported <em>not applied</em> only when that is so for every entry that carried it.
 *
 * <p><b>Who answers.</b> A node may live, vote and hear this client, and yet not be heard here: only this client knows.
 * So an entry with anything that was sent before asks for an answer by a node that is heard ({@link HeardNodes}).
 *
 * <p>Pure and single-threaded: the owner calls {@link #doWork} in its duty cycle and the {@code on} methods for what
 * arrives. All times are of one clock that does not go back. Handlers are called from within these calls; they may
 * call {@link #offer}. Allocates nothing per command once its buffers have grown, failures and commands above 64 KiB
 * excepted.
 */
public final class Batcher {
    private static final CoverageMark NEW_LEADER = CoverageMark.named("batcher.in-flight-sent-to-a-new-leader");
    private static final CoverageMark TOO_MANY_SESSIONS = CoverageMark.named("batcher.too-many-sessions");
    private static final CoverageMark SESSION_LOST = CoverageMark.named("batcher.session-lost");
    private static final CoverageMark REJECTED = CoverageMark.named("batcher.entry-rejected");
    private static final CoverageMark ALONE = CoverageMark.named("batcher.rejected-command-goes-alone");
    private static final CoverageMark OVERDUE = CoverageMark.named("batcher.command-overdue");
    private static final CoverageMark UNANSWERED = CoverageMark.named("batcher.unanswered-command-sent-again");
    private static final CoverageMark STILL_SENT = CoverageMark.named("batcher.command-still-being-sent");
    private static final CoverageMark CONFIRMED = CoverageMark.named("batcher.answers-confirmed-while-idle");
    private static final CoverageMark ASKED = CoverageMark.named("batcher.node-that-is-heard-asked-to-answer");
    private static final CoverageMark RENEWED = CoverageMark.named("batcher.idle-session-renewed");
    private static final CoverageMark KEPT = CoverageMark.named("batcher.kept-session-asked-for");
    private static final CoverageMark HELD_BACK = CoverageMark.named("batcher.held-back-by-the-groups-credit");
    private static final int MAX_REJECTION_SHIFT = 7;
    private static final int SCANS_PER_RETRY = 16;

    private final long batcherId;
    private final int maxCommandBytes;
    private final long scanNs;
    private final CommandWindow window;
    private final LongArrayQueue again;
    private final EntryLedger ledger = new EntryLedger();
    private final HeardNodes heard = new HeardNodes();
    private final EntrySender sender;
    private final ClientSession session;
    private final ClientCounters counters;
    private final ReplyAssembler replies;
    private final CommandOutcomes outcomes;
    private final ReplyAcknowledgement confirmation;
    private final SessionKeeper keeper;
    private final TimeoutOutcome lateness;
    private final Destination destination;
    private final RetransmissionTimeout patience;
    private final CreditWindow credit;
    private long nextScanNs;
    private boolean closed;

    /**
     * Creates a batcher that knows no leader and has no session.
     *
     * @param config     the group's.
     * @param batcherId  a new incarnation, see {@link io.fleet.consensus.common.BatcherId}.
     * @param randomSeed for the names of requests to open sessions, and for jitter.
     * @param outbound   the way to the group.
     */
    public Batcher(final GroupConfig config, final long batcherId, final long randomSeed, final Outbound outbound) {
        this(config, batcherId, randomSeed, outbound, new ClientCounters());
    }

    /**
     * Creates a batcher that counts together with others of the same thread.
     *
     * @param config     the group's.
     * @param batcherId  a new incarnation, see {@link io.fleet.consensus.common.BatcherId}.
     * @param randomSeed for the names of requests to open sessions, and for jitter.
     * @param outbound   the way to the group.
     * @param counters   where it counts.
     */
    public Batcher(final GroupConfig config, final long batcherId, final long randomSeed, final Outbound outbound,
                   final ClientCounters counters) {
        this.batcherId = batcherId;
        this.counters = counters;
        maxCommandBytes = config.maxCommandBytes();
        final long timeoutNs = TimeUnit.MILLISECONDS.toNanos(config.requestTimeoutMillis());
        final long retryNs = TimeUnit.MILLISECONDS.toNanos(config.retryMillis());
        scanNs = retryNs / SCANS_PER_RETRY;
        window = new CommandWindow(config.clientWindow());
        again = new LongArrayQueue(Math.max(LongArrayQueue.MIN_CAPACITY, config.clientWindow()), 0);
        sender = new EntrySender(config, batcherId, outbound);
        session = new ClientSession(randomSeed, retryNs, config.sessionTimeoutMillis());
        replies = new ReplyAssembler(config.maxReplyBytes());
        outcomes = new CommandOutcomes(window, counters);
        patience = new RetransmissionTimeout(retryNs, timeoutNs);
        destination = new Destination(config, patience);
        credit = new CreditWindow();
        confirmation = new ReplyAcknowledgement(config, session);
        keeper = new SessionKeeper(config, session);
        lateness = new TimeoutOutcome(window, session, destination, credit, timeoutNs);
    }

    /**
     * Takes a command; it is sent in the next duty cycle. Header and payload are copied.
     *
     * @param readOnly      whether it is a query.
     * @param header        where the header is; not looked at when it is empty.
     * @param headerOffset  of its first byte.
     * @param headerLength  in bytes.
     * @param payload       where the payload is; not looked at when it is empty.
     * @param payloadOffset of its first byte.
     * @param payloadLength in bytes.
     * @param correlationId handed back with the outcome.
     * @param handler       takes the outcome.
     * @param nowNs         when the command was submitted: its deadline counts from here.
     * @return false when the window or the bytes in flight are full: nothing was taken.
     * @throws CommandTooLargeException when the command is over the group's limit.
     * @throws ClientClosedException    when the batcher is closed.
     */
    public boolean offer(final boolean readOnly, final DirectBuffer header, final int headerOffset,
                         final int headerLength, final DirectBuffer payload, final int payloadOffset,
                         final int payloadLength, final long correlationId, final ReplyHandler handler,
                         final long nowNs) {
        CommandLength.check(headerLength, payloadLength, maxCommandBytes);
        if (!hasRoom(headerLength + payloadLength)) {
            return false;
        }
        window.add(readOnly, header, headerOffset, headerLength, payload, payloadOffset, payloadLength,
            correlationId, handler, nowNs);
        return true;
    }

    /** Takes a command in a frame that is the batcher's from now on; its head is written here. */
    public boolean offer(final boolean readOnly, final byte[] frame, final int headerLength, final int payloadLength,
                         final long correlationId, final ReplyHandler handler, final long nowNs) {
        if (!hasRoom(headerLength + payloadLength)) {
            return false;
        }
        window.add(readOnly, frame, headerLength, payloadLength, correlationId, handler, nowNs);
        return true;
    }

    private boolean hasRoom(final int length) {
        if (closed) {
            throw new ClientClosedException("batcher " + batcherId + " is closed");
        }
        return window.hasRoom(CommandFrame.HEADER_LENGTH + length);
    }

    /**
     * Hears who leads, or who is a proxy. When the ballot is higher than any before, or its proxy has another one,
     * everything in flight is sent there at once.
     *
     * @param ballot    the ballot, from 1; others are ignored.
     * @param newLeader the node.
     * @param nowNs     the time.
     */
    public void onLeader(final long ballot, final int newLeader, final long nowNs) {
        if (!closed && destination.hear(ballot, newLeader)) {
            sendAllThere(nowNs);
        }
    }

    private void sendAllThere(final long nowNs) {
        sender.abandon();
        session.askAgain(nowNs);
        keeper.askAgain(nowNs);
        for (long sequence = window.oldest(); sequence < window.next(); sequence++) {
            final CommandSlot slot = window.find(sequence);
            if (slot != null && slot.state == CommandSlot.State.SENT) {
                NEW_LEADER.hit();
                slot.attempts = 0;
                queue(slot);
            }
        }
    }

    /** Whom commands are sent to: who leads, or a proxy; -1 while nobody is known. */
    public int leader() {
        return destination.node();
    }

    /** The ballot of whom commands are sent to; 0 while nobody is known. */
    public long ballot() {
        return destination.ballot();
    }

    /**
     * Hears a node, whatever it says: its packets come through, so it can answer this client.
     *
     * @param node  the node; ignored when it is none.
     * @param nowNs the time.
     */
    public void onHeard(final int node, final long nowNs) {
        heard.hear(node, nowNs);
    }

    /**
     * Hears answers, and who leads.
     *
     * @param m     the message; ignored when it is for another batcher.
     * @param nowNs the time.
     */
    public void onReplyBatch(final ReplyBatch m, final long nowNs) {
        if (m.batcherId != batcherId || m.reads || closed) {
            return;
        }
        destination.answered(nowNs);
        onLeader(m.ballot, m.leader, nowNs);
        credit.hear(m.ballot, m.creditNumber, m.credit, nowNs);
        if (m.length < 0 || m.bufferOffset < 0 || m.buffer == null || m.length > m.buffer.capacity() - m.bufferOffset) {
            counters.badFrames++;
            return;
        }
        if (!replies.complete(m)) {
            return;
        }
        final DirectBuffer buffer = m.buffer;
        final int end = m.bufferOffset + m.length;
        int offset = m.bufferOffset;
        while (offset < end && !closed) {
            final int left = end - offset;
            final int length = left < ReplyFrame.HEADER_LENGTH ? 0
                : buffer.getInt(offset + ReplyFrame.LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN);
            if (length < ReplyFrame.HEADER_LENGTH || length > left) {
                counters.badFrames++;
                return;
            }
            onReply(m.entrySequence, m.lsn, buffer, offset, length, nowNs);
            offset += length;
        }
    }

    private void onReply(final long entry, final long lsn, final DirectBuffer buffer, final int offset,
                         final int length, final long nowNs) {
        final byte status = buffer.getByte(offset + ReplyFrame.STATUS_OFFSET);
        final long sessionId = buffer.getLong(offset + ReplyFrame.SESSION_OFFSET, ByteOrder.LITTLE_ENDIAN);
        final long sequence = buffer.getLong(offset + ReplyFrame.SEQUENCE_OFFSET, ByteOrder.LITTLE_ENDIAN);
        switch (status) {
            case ReplyFrame.SESSION_OPENED:
                if (session.opened(sessionId, sequence)) {
                    counters.sessionsOpened++;
                    keeper.opened();
                }
                break;
            case ReplyFrame.TOO_MANY_SESSIONS:
                onTooManySessions(sequence, nowNs);
                break;
            case ReplyFrame.NO_SESSION:
                onNoSession(sessionId);
                break;
            case ReplyFrame.SESSION_CLOSED:
                break;
            case ReplyFrame.SESSION_ALIVE:
                keeper.answered(sessionId, entry, nowNs);
                break;
            case ReplyFrame.OK:
            case ReplyFrame.FAILED:
            case ReplyFrame.REPLY_TOO_LARGE:
            case ReplyFrame.REPLY_GONE:
            case ReplyFrame.STALE:
            case ReplyFrame.WINDOW_EXCEEDED:
                onOutcome(status, sessionId, sequence, entry, lsn, buffer, offset + ReplyFrame.HEADER_LENGTH,
                    length - ReplyFrame.HEADER_LENGTH, nowNs);
                break;
            default:
                counters.badFrames++;
                break;
        }
    }

    /** An answer names the entry that it answers: the last that carried the command, or else most likely the first. */
    private void onOutcome(final byte status, final long sessionId, final long sequence, final long entry,
                           final long lsn, final DirectBuffer buffer, final int offset, final int length,
                           final long nowNs) {
        final CommandSlot slot = window.find(sequence);
        if (slot == null || slot.state != CommandSlot.State.SENT) {
            return;
        }
        patience.answered(nowNs - (entry == slot.lastCarrier ? slot.lastSentNs : slot.firstSentNs));
        if (!session.is(sessionId)) {
            return;
        }
        session.used(slot.firstSentNs);
        keeper.used(slot.firstSentNs, nowNs);
        confirmation.answered(slot.isWrite(), length, nowNs);
        if (status == ReplyFrame.OK) {
            outcomes.reply(slot, lsn, buffer, offset, length);
        } else {
            outcomes.fail(slot, CommandOutcomes.failure(status, name(slot), buffer, offset, length));
        }
    }

    private void onTooManySessions(final long nonce, final long nowNs) {
        if (!session.asked(nonce)) {
            return;
        }
        TOO_MANY_SESSIONS.hit();
        session.lose();
        keeper.refused(nowNs);
        final long end = window.next();
        for (long sequence = window.firstUnsent(); sequence < end; sequence++) {
            final CommandSlot slot = window.find(sequence);
            if (slot != null) {
                outcomes.fail(slot, new OverloadedException(name(slot)
                    + " was not sent: the group has maxSessions sessions open, and none for this client"));
            }
        }
    }

    private void onNoSession(final long sessionId) {
        if (!session.is(sessionId)) {
            return;
        }
        SESSION_LOST.hit();
        session.lose();
        counters.sessionsLost++;
        keeper.lost(sessionId);
        sender.abandon();
        again.clear();
        final long end = window.firstUnsent();
        for (long sequence = window.oldest(); sequence < end; sequence++) {
            final CommandSlot slot = window.find(sequence);
            if (slot != null) {
                outcomes.fail(slot, new SessionExpiredException(name(slot) + " was in flight when session " + sessionId
                    + " was gone; whether it was applied is unknown"));
            }
        }
    }

    /**
     * Hears that an entry will never be ordered.
     *
     * @param m     the message; ignored when it is not for an entry of this batcher and that entry's ballot.
     * @param nowNs the time.
     */
    public void onReject(final RejectEntry m, final long nowNs) {
        if (m.batcherId != batcherId || closed || !ledger.reject(m.sequence, m.ballot)) {
            return;
        }
        REJECTED.hit();
        counters.entriesRejected++;
        if (sender.entry() == m.sequence) {
            sender.abandon();
        }
        final int count = ledger.count(m.sequence);
        if (count == 0) {
            session.refused(nowNs);
            return;
        }
        final long last = ledger.highest(m.sequence);
        for (long sequence = Math.max(ledger.lowest(m.sequence), window.oldest()); sequence <= last; sequence++) {
            final CommandSlot slot = window.find(sequence);
            if (slot != null && slot.carrierRejected(m.sequence)) {
                rejected(slot, m, count, nowNs);
            }
        }
    }

    private void rejected(final CommandSlot slot, final RejectEntry m, final int count, final long nowNs) {
        slot.fullDisks = m.reason == RejectEntry.DISK_FULL ? m.text : null;
        if (m.reason == RejectEntry.OVERLOADED || slot.fullDisks != null || !slot.allRejected()) {
            if (slot.lastCarrier == m.sequence) {
                slot.nextSendNs = nowNs + session.backOff(Math.max(1, scanNs), slot.rejections, MAX_REJECTION_SHIFT);
                slot.rejections++;
            }
        } else if (count > 1) {
            ALONE.hit();
            slot.alone = true;
            queue(slot);
        } else if (m.reason == RejectEntry.TOO_LARGE) {
            outcomes.fail(slot, new CommandTooLargeException(name(slot) + " of " + slot.length
                + " bytes with its frame is too large for " + destination.named(m.ballot)));
        } else {
            outcomes.fail(slot, new NotAppliedException(name(slot) + " was refused by " + destination.named(m.ballot)
                + " with reason " + m.reason));
        }
    }

    /**
     * Whether a command that was taken has not been sent to the leader that is known, wholly or at all.
     *
     * @return true while such a command needs {@link #doWork} soon; false where all wait for answers, or for a leader:
     *         as they do where the group lets the client have no more without an answer.
     */
    public boolean isSending() {
        return !closed
            && (sender.busy() || destination.ballot() != 0 && window.unsentSlot() != null && !isAboveCredit());
    }

    /**
     * One duty cycle: fails what is past its deadline, opens the session, sends what waits and what has had no answer.
     *
     * @param nowNs the time.
     * @return how much was done; 0 when there was nothing to do or the way out is blocked.
     */
    public int doWork(final long nowNs) {
        credit.expire(nowNs);
        if (closed || window.count() == 0 && !sender.busy() && !confirmation.isDue(nowNs) && !keeper.isDue(nowNs)) {
            destination.rest();
            return 0;
        }
        int work = failOverdue(nowNs);
        keeper.look(nowNs, window.count() == 0);
        if (!closed && destination.givesWay(nowNs, BatchPacing.longer(window))) {
            sendAllThere(nowNs);
        }
        if (nowNs - nextScanNs >= 0 || nextScanNs - nowNs > scanNs) {
            nextScanNs = nowNs + scanNs;
            work += queueUnanswered(nowNs);
        }
        return closed ? work : work + send(nowNs);
    }

    private int failOverdue(final long nowNs) {
        int work = 0;
        CommandSlot slot = window.oldestSlot();
        while (slot != null && lateness.isOverdue(slot, nowNs)) {
            OVERDUE.hit();
            outcomes.fail(slot, lateness.failure(slot, name(slot)));
            work++;
            slot = window.oldestSlot();
        }
        return work;
    }

    private int queueUnanswered(final long nowNs) {
        int work = 0;
        for (long sequence = window.oldest(); sequence < window.firstUnsent(); sequence++) {
            final CommandSlot slot = window.find(sequence);
            if (slot == null || nowNs - slot.nextSendNs < 0) {
                continue;
            }
            if (sender.busy() && slot.lastCarrier == sender.entry()) {
                // Nobody can have answered yet; a copy behind the first would only hold up a way that is blocked.
                STILL_SENT.hit();
                slot.nextSendNs = nowNs + patience.nanos() + BatchPacing.longer(slot);
            } else {
                UNANSWERED.hit();
                queue(slot);
                work++;
            }
        }
        return work;
    }

    private void queue(final CommandSlot slot) {
        if (!slot.queued) {
            slot.queued = true;
            again.addLong(slot.sequence);
        }
    }

    private int send(final long nowNs) {
        if (destination.ballot() == 0 || sender.busy() && !sendRest(nowNs)) {
            return 0;
        }
        int work = 0;
        while (prepareSession(nowNs)) {
            work++;
            if (!sender.transmit()) {
                return work;
            }
        }
        if (keeper.isAskDue(nowNs)) {
            KEPT.hit();
            control(CommandFrame.CONFIRM, CommandFrame.ASKED, session.id(), window.oldest(), keeper.lastCarrier(),
                keeper.lastSentNs());
            keeper.sent(sender.entry(), nowNs);
            confirmation.told();
            sender.transmit();
            return 1;
        }
        if (window.count() == 0 && confirmation.isDue(nowNs)) {
            CONFIRMED.hit();
            confirmation.told();
            control(CommandFrame.CONFIRM, (byte) 0, session.id(), window.next(), 0, 0);
            sender.transmit();
            return 1;
        }
        while (fill(nowNs)) {
            work++;
            if (!sender.transmit()) {
                break;
            }
        }
        return work;
    }

    /** What takes more of an entry is not silent: a body of many MiB may take a slow node longer than its patience. */
    private boolean sendRest(final long nowNs) {
        final int before = sender.left();
        final boolean isSent = sender.transmit();
        if (sender.left() < before) {
            destination.answered(nowNs);
        }
        return isSent;
    }

    /**
     * Opens a session when commands wait for one, or it is to be kept. One that was idle for half its timeout, by this
     * clock, and is not kept, is not trusted to be alive: a command in it could come to an unknown end for nothing.
     * Returns whether an entry is ready to be sent.
     */
    private boolean prepareSession(final long nowNs) {
        if (window.unsentSlot() == null && !(keeper.wantsSession(nowNs) && keeper.mayAskAgain(nowNs))) {
            return false;
        }
        final boolean noneSent = window.oldest() == window.firstUnsent() && !keeper.isOn();
        if (session.state() == ClientSession.State.OPEN && noneSent && session.isStale(nowNs)) {
            RENEWED.hit();
            final long idle = session.id();
            session.lose();
            control(CommandFrame.CLOSE_SESSION, (byte) 0, idle, 1, 0, 0);
            return true;
        }
        if (session.state() == ClientSession.State.NONE) {
            session.ask(nowNs);
        }
        if (!session.due(nowNs)) {
            return false;
        }
        control(CommandFrame.OPEN_SESSION, CommandFrame.OWNED, 0, session.nonce(), session.lastCarrier(),
            session.lastSentNs());
        session.sent(sender.entry(), nowNs);
        return true;
    }

    /** Forms an entry of one frame that is no command; it was sent before in an entry, or 0. */
    private void control(final byte kind, final byte flag, final long sessionId, final long sequence,
                         final long lastCarrier, final long lastSentNs) {
        begin();
        if (lastCarrier != 0) {
            unanswered(lastCarrier, lastSentNs);
            nameReplier();
        }
        sender.control(kind, flag, sessionId, sequence);
        counters.entriesSent++;
    }

    private void begin() {
        sender.begin(destination.ballot(), destination.node());
        ledger.begin(sender.entry(), destination.ballot());
        heard.begin();
    }

    /** What was sent then, in an entry, is sent again: to all, unless the entry was refused. */
    private void unanswered(final long entry, final long sentNs) {
        if (!ledger.isRejected(entry)) {
            sender.sendToAll();
        }
        heard.avoid(ledger.asked(entry), sentNs);
    }

    /** Asks for an answer by a node that is heard: nobody else knows which these are. A proxy answers itself. */
    private void nameReplier() {
        final int replier = destination.hasLeader() ? heard.choose() : OrderEntry.NO_REPLIER;
        if (replier != OrderEntry.NO_REPLIER) {
            ASKED.hit();
            sender.replier(replier);
            ledger.asked(sender.entry(), replier);
        }
    }

    /** Fills the next entry: first what is to be sent again, then what is new. Returns false when there is nothing. */
    private boolean fill(final long nowNs) {
        if (again.isEmpty() && window.unsentSlot() == null) {
            return false;
        }
        if (again.isEmpty() && (!BatchPacing.mayBegin(window, nowNs) || isHeldBack())) {
            return false;
        }
        begin();
        boolean room = true;
        boolean isAgain = false;
        while (room && !again.isEmpty()) {
            final CommandSlot slot = window.find(again.peekLong());
            if (slot == null || !slot.queued) {
                again.pollLong();
            } else if (sender.fits(slot.length, slot.alone)) {
                again.pollLong();
                slot.queued = false;
                counters.commandsSentAgain++;
                isAgain = true;
                unanswered(slot.lastCarrier, slot.lastSentNs);
                append(slot, nowNs);
            } else {
                room = false;
            }
        }
        CommandSlot slot = session.state() == ClientSession.State.OPEN && room ? window.unsentSlot() : null;
        while (slot != null && sender.fits(slot.length, false)
            && credit.allows(window.sentCost(), Credit.cost(slot.length))) {
            slot.fix(session.id(), window.oldest());
            if (window.oldest() == slot.sequence) {
                confirmation.told();
            }
            slot.firstSentNs = nowNs;
            append(slot, nowNs);
            window.sent(slot);
            slot = window.unsentSlot();
        }
        if (isAgain) {
            nameReplier();
        }
        sender.wanted(credit.wanted(window.cost()));
        if (!sender.seal()) {
            return false;
        }
        counters.entriesSent++;
        counters.commandsSent += ledger.count(sender.entry());
        return true;
    }

    /** Whether so much is without an answer as the group lets a client have, so that the next command has to wait. */
    private boolean isHeldBack() {
        final boolean isHeldBack = isAboveCredit();
        if (credit.holdsBack(isHeldBack)) {
            HELD_BACK.hit();
            counters.entriesHeldBack++;
        }
        return isHeldBack;
    }

    private boolean isAboveCredit() {
        return !credit.allowsEntry(window.sentCost(), Credit.cost(window.unsentSlot().length),
            window.cost() - window.sentCost());
    }

    /**
     * What the group lets this client have without an answer.
     *
     * @return commands, as {@link Credit} counts them; any thread may ask.
     */
    public int credit() {
        return credit.bound();
    }

    /** More is wanted than is in flight, see {@link io.fleet.client.FleetClient#wantMore()}; any thread may say so. */
    public void wantMore() {
        credit.wantMore();
    }

    private void append(final CommandSlot slot, final long nowNs) {
        sender.append(slot.frame, slot.length, slot.alone);
        ledger.add(sender.entry(), slot.sequence);
        slot.lastSentNs = nowNs;
        slot.nextSendNs = nowNs + session.withJitter(patience.nanos(slot.attempts) + BatchPacing.longer(slot));
        slot.carriedBy(sender.entry(), destination.ballot());
    }

    /**
     * Fails what is in flight, closes the session as well as one message can, and takes nothing more. What was never
     * sent fails with {@link ClientClosedException}, what was sent with {@link OutcomeUnknownException}.
     *
     * @param nowNs the time.
     */
    public void close(final long nowNs) {
        close(null);
    }

    /**
     * As {@link #close(long)}, because the nodes do not listen to this client.
     *
     * @param why what commands that were never sent fail with; null for a {@link ClientClosedException}.
     */
    public void close(final FleetException why) {
        if (closed) {
            return;
        }
        closed = true;
        sender.abandon();
        if (session.state() == ClientSession.State.OPEN && destination.ballot() > 0) {
            control(CommandFrame.CLOSE_SESSION, (byte) 0, session.id(), 1, 0, 0);
            sender.transmit();
            sender.abandon();
        }
        if (session.state() == ClientSession.State.OPEN) {
            keeper.lost(session.id());
        }
        session.lose();
        CommandSlot slot = window.oldestSlot();
        while (slot != null) {
            outcomes.fail(slot, slot.state == CommandSlot.State.SENT
                ? new OutcomeUnknownException(name(slot) + " was in flight when the client was closed")
                : why != null ? why
                : new ClientClosedException(name(slot) + " was not sent before the client was closed"));
            slot = window.oldestSlot();
        }
    }

    /** How many commands were taken and have no outcome yet. */
    public int inFlight() {
        return window.count();
    }

    /** The incarnation. */
    public long batcherId() {
        return batcherId;
    }

    /** What keeps its session alive while there are no commands, where that is wanted. */
    public SessionKeeper keeper() {
        return keeper;
    }

    /**
     * What this batcher has done so far.
     *
     * @return the counters, readable from any thread.
     */
    public ClientCounters counters() {
        return counters;
    }

    private String name(final CommandSlot slot) {
        return "command " + slot.correlationId + " (batcher " + batcherId + ", sequence " + slot.sequence + ")";
    }
}
