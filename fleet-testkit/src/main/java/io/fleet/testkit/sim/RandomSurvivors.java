package io.fleet.testkit.sim;

import java.util.SplittableRandom;

/** Chance: of each write nothing (a quarter), all (a quarter) or any subset of its sectors stays. */
final class RandomSurvivors implements Survivors {
    private static final int NOTHING = 0;
    private static final int ALL = 1;
    private static final int FATES = 4;

    private final SplittableRandom random;
    private String file;
    private int write;
    private long last;
    private int fate;

    RandomSurvivors(final SplittableRandom random) {
        this.random = random;
    }

    @Override
    public boolean keeps(final UnsyncedSector sector) {
        if (!sector.file().equals(file) || sector.write() != write || sector.position() <= last) {
            file = sector.file();
            write = sector.write();
            fate = random.nextInt(FATES);
        }
        last = sector.position();
        return fate == ALL || fate != NOTHING && random.nextBoolean();
    }

    @Override
    public boolean takesEffect(final DiskOperation operation, final String name) {
        return random.nextBoolean();
    }

    @Override
    public long createdLength(final String name, final long length) {
        final int outcome = random.nextInt(3);
        return outcome == 0 ? -1 : outcome == 1 ? random.nextLong(length + 1) : length;
    }
}
