package io.fleet.testkit.disk;

import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.sim.SimMedium;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Rot of what lies on a disk: where something was written, as a rule. */
final class BitRot {
    private static final int SECTOR = 512;
    private static final int PAGE = 4096;
    private static final int ANYWHERE = 8;

    private final SimMedium medium;
    private final SplittableRandom random;

    BitRot(final SimMedium medium, final SplittableRandom random) {
        this.medium = medium;
        this.random = random;
    }

    /** Damages one place; false when there is nothing to damage. */
    boolean strike(final FaultKind kind) {
        final String file = used();
        if (file == null) {
            return false;
        }
        final long position = place(file);
        switch (kind) {
            case ROT_BIT -> medium.flipBit(file, position, random.nextInt(8));
            case BAD_SECTOR -> medium.faults().goBad(file, position / SECTOR * SECTOR, SECTOR);
            case ROT_SECTOR -> spoil(file, position / SECTOR * SECTOR, SECTOR);
            default -> {
                final long from = random.nextBoolean() ? 0 : position / SECTOR * SECTOR;
                spoil(file, from, Math.toIntExact(medium.length(file) - from));
            }
        }
        return true;
    }

    private void spoil(final String file, final long from, final int length) {
        final int inFile = (int) Math.min(length, medium.length(file) - from);
        if (random.nextBoolean()) {
            medium.faults().zero(file, from, inFile);
        } else {
            medium.faults().rot(file, from, inFile);
        }
    }

    /**
     * A file that holds something, each with a chance by the pages it has; where there are snapshots, which are few and
     * small beside logs, often one of them.
     */
    private String used() {
        final List<String> pages = new ArrayList<>();
        for (final String file : FileDamage.candidates(medium, random)) {
            medium.faults().usedPages(file).forEach(page -> pages.add(file));
        }
        return pages.isEmpty() ? null : pages.get(random.nextInt(pages.size()));
    }

    private long place(final String file) {
        final List<Long> used = medium.faults().usedPages(file);
        final long length = medium.length(file);
        final long at = random.nextInt(ANYWHERE) == 0 ? random.nextLong(length)
            : used.get(random.nextInt(used.size())) + (random.nextBoolean() ? random.nextInt(64)
                : random.nextInt(PAGE));
        return Math.min(at, length - 1);
    }
}
