package io.fleet.storage.meta;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.storage.StorageIdentity;
import io.fleet.storage.fault.FaultDisk;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Of which groups the meta store says that something has become durable. */
class DurableGroupsTest {
    private final FaultDisk disk = new FaultDisk("disk", new Random(1));

    @Test
    void shouldTellOfWhichGroupsSomethingIsDurableAndNotWhatIsHandedOver() throws Exception {
        final MetaStore store = MetaStore.open(new StorageIdentity(7, 1), 1, new int[] {0, 1, 2}, disk);
        for (int group = 1; group <= 5; group++) {
            store.promise(group, 10);
        }
        assertEquals(Set.of(), told(store), "handed over");
        store.flusher().doWork();
        assertEquals(Set.of(1, 2, 3, 4, 5), told(store));
        store.promise(3, 20);
        store.lease(4, 500);
        store.settledBallots().note(5, 7);
        assertEquals(Set.of(3, 4, 5), tellAll(store));
        store.heardOthers();
        assertEquals(Set.of(), tellAll(store), "no group waits for that");
        store.becomeVoter(2, 99);
        assertEquals(Set.of(1, 2, 3, 4, 5), tellAll(store), "another life as a voter");
        store.lose(~1);
        store.lose(2);
        assertEquals(Set.of(~1, 2), tellAll(store));
    }

    @Test
    void shouldTellOfAllGroupsWhenWhatItKnowsOfNodesIsDurable() throws Exception {
        final MetaStore store = MetaStore.open(new StorageIdentity(7, 1), 1, new int[] {0, 1, 2}, disk);
        store.promise(1, 10);
        store.promise(2, 10);
        tellAll(store);
        final List<Runnable> all = List.of(() -> store.knowLife(2, 5), () -> store.leastNumbers().note(2, 3),
            () -> store.born(77), () -> store.lifeNumber(4));
        for (final Runnable each : all) {
            each.run();
            assertEquals(Set.of(1, 2), tellAll(store));
        }
        store.knowLife(2, 5);
        assertEquals(Set.of(), tellAll(store), "nothing new");
    }

    private static Set<Integer> told(final MetaStore store) {
        final Set<Integer> told = new HashSet<>();
        store.poll(told::add);
        return told;
    }

    /** What is staged is handed over and becomes durable; who is told. */
    private static Set<Integer> tellAll(final MetaStore store) throws Exception {
        assertEquals(Set.of(), told(store));
        store.flusher().doWork();
        return told(store);
    }
}
