package io.fleet.testkit.disk;

import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.sim.SimMedium;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Files that are gone, cut, another node's, or there twice. */
final class FileDamage {
    private static final Pattern NUMBERED = Pattern.compile("([a-z]+-)(\\d{8})(.*)");
    private static final String SNAPSHOT = "snapshot-";
    private static final Pattern KIND = Pattern.compile("[a-z]+");

    private final SimMedium medium;
    private final SimMedium foreign;
    private final SplittableRandom random;

    FileDamage(final SimMedium medium, final SimMedium foreign, final SplittableRandom random) {
        this.medium = medium;
        this.foreign = foreign;
        this.random = random;
    }

    /** Damages one file; false when there is none to damage. */
    boolean strike(final FaultKind kind) {
        final List<String> files = candidates(medium, random);
        if (files.isEmpty()) {
            return false;
        }
        final String file = files.get(random.nextInt(files.size()));
        switch (kind) {
            case MISSING_FILE -> medium.faults().remove(file);
            case TRUNCATED_FILE -> {
                final List<Long> used = medium.faults().usedPages(file);
                final long bound = used.isEmpty() ? 0 : Math.min(medium.length(file), used.get(used.size() - 1) + 1);
                medium.faults().truncate(file, random.nextInt(4) == 0 || bound == 0 ? 0 : random.nextLong(bound));
            }
            case FOREIGN_FILE -> {
                return replace(file);
            }
            default -> {
                return duplicate(file);
            }
        }
        return true;
    }

    /** The files of a disk, or only its snapshots, which would seldom be struck beside all logs. */
    static List<String> candidates(final SimMedium medium, final SplittableRandom random) {
        final List<String> files = medium.files();
        final List<String> snapshots = files.stream().filter(file -> file.startsWith(SNAPSHOT)).toList();
        return snapshots.isEmpty() || random.nextBoolean() ? files : snapshots;
    }

    /** Puts another node's file of the same kind in the place of one. */
    private boolean replace(final String file) {
        final Matcher kind = KIND.matcher(file);
        final String prefix = kind.lookingAt() ? kind.group() : file;
        final List<String> others = foreign.files().stream().filter(other -> other.startsWith(prefix)).toList();
        if (others.isEmpty() || foreign == medium) {
            return false;
        }
        medium.faults().copyFrom(foreign, others.get(random.nextInt(others.size())), file);
        return true;
    }

    /** Puts a copy of a numbered file under the next number, where another may be already. */
    private boolean duplicate(final String file) {
        final Matcher numbered = NUMBERED.matcher(file);
        if (!numbered.matches()) {
            return false;
        }
        final String copy = numbered.group(1) + String.format("%08d", Integer.parseInt(numbered.group(2)) + 1)
            + numbered.group(3);
        medium.faults().copyFrom(medium, file, copy);
        return true;
    }
}
