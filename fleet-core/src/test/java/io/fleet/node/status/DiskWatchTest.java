package io.fleet.node.status;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.fixture.cluster.UnelectedEvents;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiskWatchTest extends UnelectedEvents {
    private final List<String> told = new ArrayList<>();
    private final DiskWatch watch = new DiskWatch(this);
    private boolean scatteredFull;
    private boolean orderedFull;

    @Test
    void shouldTellEachChangeOfEachLogOnce() {
        watch.add("scattered", "a", () -> scatteredFull);
        watch.add("ordered", "b", () -> orderedFull);
        look();
        assertEquals(List.of(), told);
        scatteredFull = true;
        look();
        orderedFull = true;
        look();
        scatteredFull = false;
        look();
        assertEquals(List.of("scattered a true", "ordered b true", "scattered a false"), told);
    }

    private void look() {
        watch.doWork();
        watch.doWork();
    }

    @Override
    public void onDiskFull(final String log, final String directory, final boolean full) {
        told.add(log + " " + directory + " " + full);
    }
}
