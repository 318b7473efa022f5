package io.fleet.node;

import io.fleet.protocol.EntryLog;
import io.fleet.protocol.GroupLogs;
import io.fleet.protocol.PromiseStore;
import io.fleet.protocol.RecordedEntries;
import io.fleet.protocol.StandingStore;
import io.fleet.protocol.RecordLog;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.Standing;
import io.fleet.storage.ordered.OrderedEntryHandler;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/** One group's view of the node's storage. */
final class GroupStorage implements GroupLogs, EntryLog, PromiseStore, StandingStore, RecordLog, RecordedEntries {
    private final int groupId;
    private final NodeStorage storage;
    private final EntryLog steps = new Steps();
    private final StandingStore holdings;

    GroupStorage(final int groupId, final NodeStorage storage) {
        this.groupId = groupId;
        this.storage = storage;
        holdings = new Holdings();
    }

    @Override
    public EntryLog entries() {
        return this;
    }

    @Override
    public EntryLog steps() {
        return storage.steps() == null ? null : steps;
    }

    @Override
    public RecordLog ordered() {
        return this;
    }

    @Override
    public RecordedEntries recorded() {
        return this;
    }

    @Override
    public PromiseStore promises() {
        return this;
    }

    @Override
    public long incarnation() {
        return storage.meta().incarnation();
    }

    @Override
    public StandingStore standing() {
        return this;
    }

    @Override
    public boolean append(final long lsn, final long ballot, final int storageGroup, final EntryMeta meta,
                          final DirectBuffer body,
                          final int offset) {
        return storage.scattered().append(groupId, lsn, ballot, storageGroup, meta, body, offset);
    }

    @Override
    public int maxBodyLength() {
        return storage.scattered().maxBodyLength();
    }

    @Override
    public boolean restamp(final long lsn, final long ballot, final int storageGroup, final EntryMeta meta,
        final long bodyPosition) {
        return storage.scattered().restamp(groupId, lsn, ballot, storageGroup, meta, bodyPosition);
    }

    @Override
    public int readBody(final long position, final EntryMeta expected, final ExpandableArrayBuffer target) {
        return storage.scattered().readBody(position, expected, target);
    }

    @Override
    public int readForOthers(final long lsn, final long position, final EntryMeta expected,
                             final ExpandableArrayBuffer target) {
        return storage.readBodyForOthers(groupId, lsn, position, expected, target);
    }

    @Override
    public boolean isFull() {
        return storage.isFull();
    }

    @Override
    public String fullDisk() {
        return storage.fullDisk();
    }

    @Override
    public StandingStore holdings() {
        return holdings;
    }

    @Override
    public long promised() {
        return storage.meta().promised(groupId);
    }

    @Override
    public void promise(final long ballot) {
        storage.meta().promise(groupId, ballot);
    }

    @Override
    public long durablePromise() {
        return storage.meta().durablePromise(groupId);
    }

    @Override
    public void lease(final long millis) {
        storage.meta().lease(groupId, (int) millis);
    }

    @Override
    public void forgetLeases(final long millis) {
        storage.meta().forgetLeases(groupId, (int) millis);
    }

    @Override
    public long durableLease() {
        return storage.meta().durableLease(groupId);
    }

    @Override
    public Standing atStart() {
        final Standing standing = storage.meta().durableStanding(groupId);
        return standing == Standing.VOTER && storage.isSuspect() ? Standing.SUSPECT : standing;
    }

    @Override
    public void becomeVoter(final long voterId) {
        storage.meta().becomeVoter(groupId, voterId);
    }

    @Override
    public void lose() {
        storage.meta().lose(groupId);
    }

    @Override
    public long voterId() {
        return storage.meta().voterId();
    }

    @Override
    public boolean mustClaim() {
        return storage.lives().mustClaim();
    }

    @Override
    public void claim() {
        storage.lives().claim();
    }

    @Override
    public long life() {
        return storage.lives().life();
    }

    @Override
    public long lifeOf(final int node) {
        return storage.lives().lifeOf(node);
    }

    @Override
    public int leastNumber(final int node) {
        return storage.lives().leastNumber(node);
    }

    @Override
    public int durableLeastNumber(final int node) {
        return storage.lives().durableLeastNumber(node);
    }

    @Override
    public void noteLeastNumber(final int node, final int number) {
        storage.lives().noteLeastNumber(node, number);
    }

    @Override
    public void noteSettled(final long ballot) {
        storage.meta().settledBallots().note(groupId, ballot);
    }

    @Override
    public long durableSettled() {
        return storage.meta().settledBallots().durableOf(groupId);
    }

    @Override
    public int countedNumber(final int node) {
        return storage.lives().countedNumber(node);
    }

    @Override
    public int livesVersion() {
        return storage.lives().version();
    }

    @Override
    public boolean isDoubted() {
        return storage.lives().isDoubted();
    }

    @Override
    public boolean isLifeDurable(final int node) {
        return storage.lives().isDurable(node);
    }

    @Override
    public void tellLife(final int receiver, final int node) {
        storage.lives().tellOne(receiver, node);
    }

    @Override
    public boolean isHeardAs(final int node, final long life) {
        return storage.lives().isHeardAs(node, life);
    }

    @Override
    public boolean isVoterDurable() {
        return storage.meta().isVoterDurable(groupId);
    }

    @Override
    public boolean isSetUpNow() {
        return storage.isSetUpNow();
    }

    @Override
    public boolean holdsSnapshot() {
        return storage.snapshots().holds(groupId);
    }

    @Override
    public long appended() {
        return storage.ordered().appended(groupId);
    }

    @Override
    public long durable() {
        return storage.ordered().durable(groupId);
    }

    @Override
    public boolean append(final long lsn, final EntryMeta meta, final DirectBuffer body, final int offset) {
        return storage.ordered().append(groupId, lsn, meta, body, offset);
    }

    @Override
    public void hasten() {
        storage.ordered().hasten();
    }

    @Override
    public boolean appendReference(final long lsn, final EntryMeta meta, final long bodyPosition) {
        return storage.ordered().appendReference(groupId, lsn, meta, bodyPosition);
    }

    @Override
    public boolean appendWithoutBody(final long lsn, final EntryMeta meta) {
        return storage.ordered().appendWithoutBody(groupId, lsn, meta);
    }

    @Override
    public boolean skipTo(final long lsn) {
        return storage.ordered().skipTo(groupId, lsn);
    }

    @Override
    public long first() {
        return storage.ordered().first(groupId);
    }

    @Override
    public long lastWithoutBody() {
        return Math.max(storage.ordered().lastWithoutBody(groupId), storage.unreadable().upTo(groupId));
    }

    @Override
    public int read(final long fromLsn, final long toLsn, final int maxBytes, final OrderedEntryHandler handler) {
        return storage.ordered().read(groupId, fromLsn, toLsn, maxBytes, handler);
    }

    @Override
    public int readForOthers(final long fromLsn, final long toLsn, final int maxBytes,
                             final OrderedEntryHandler handler) {
        return storage.readForOthers(groupId, fromLsn, toLsn, maxBytes, handler);
    }

    @Override
    public int readNames(final long fromLsn, final long toLsn, final OrderedEntryHandler handler) {
        return storage.ordered().readNames(groupId, fromLsn, toLsn, handler);
    }

    /** A note of its own in the meta store, under an id below 0 that no group has. */
    private final class Holdings implements StandingStore {
        private final int noteId = ~groupId;

        @Override
        public Standing atStart() {
            final Standing standing = storage.meta().durableStanding(noteId);
            return standing == Standing.VOTER && storage.isSuspect() ? Standing.SUSPECT : standing;
        }

        @Override
        public void becomeVoter(final long voterId) {
            storage.meta().becomeVoter(noteId, voterId);
        }

        @Override
        public void lose() {
            storage.meta().lose(noteId);
        }

        @Override
        public long voterId() {
            return storage.meta().voterId();
        }

        @Override
        public boolean mustClaim() {
            return storage.lives().mustClaim();
        }

        @Override
        public void claim() {
            storage.lives().claim();
        }

        @Override
        public long life() {
            return storage.lives().life();
        }

        @Override
        public long lifeOf(final int node) {
            return storage.lives().lifeOf(node);
        }

        @Override
        public int leastNumber(final int node) {
            return storage.lives().leastNumber(node);
        }

        @Override
        public int durableLeastNumber(final int node) {
            return storage.lives().durableLeastNumber(node);
        }

        @Override
        public void noteLeastNumber(final int node, final int number) {
            storage.lives().noteLeastNumber(node, number);
        }

        @Override
        public void noteSettled(final long ballot) {
            storage.meta().settledBallots().note(noteId, ballot);
        }

        @Override
        public long durableSettled() {
            return storage.meta().settledBallots().durableOf(noteId);
        }

        @Override
        public int countedNumber(final int node) {
            return storage.lives().countedNumber(node);
        }

        @Override
        public int livesVersion() {
            return storage.lives().version();
        }

        @Override
        public boolean isDoubted() {
            return storage.lives().isDoubted();
        }

        @Override
        public boolean isLifeDurable(final int node) {
            return storage.lives().isDurable(node);
        }

        @Override
        public void tellLife(final int receiver, final int node) {
            storage.lives().tellOne(receiver, node);
        }

        @Override
        public boolean isHeardAs(final int node, final long life) {
            return storage.lives().isHeardAs(node, life);
        }

        @Override
        public boolean isVoterDurable() {
            return storage.meta().isVoterDurable(noteId);
        }

        @Override
        public boolean holdsSnapshot() {
            return storage.snapshots().holds(groupId);
        }
    }

    /** The group's view of the log of steps. */
    private final class Steps implements EntryLog {
        @Override
        public boolean append(final long lsn, final long ballot, final int storageGroup, final EntryMeta meta,
                              final DirectBuffer body, final int offset) {
            return storage.steps().append(groupId, lsn, ballot, storageGroup, meta, body, offset);
        }

        @Override
        public boolean restamp(final long lsn, final long ballot, final int storageGroup, final EntryMeta meta,
                               final long bodyPosition) {
            return storage.steps().restamp(groupId, lsn, ballot, storageGroup, meta, bodyPosition);
        }

        @Override
        public int readBody(final long position, final EntryMeta expected, final ExpandableArrayBuffer target) {
            return storage.steps().readBody(position, expected, target);
        }

        @Override
        public boolean isFull() {
            return storage.isFull();
        }
    }
}
