package io.fleet.verify.torture.process;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What everything that a run makes outside its directory is named with: mounts, processes, temporary directories. It
 * says which process made it, so that a later run can tell what is left of one that was killed; process ids are used
 * again, so the time of that process' start is part of it.
 *
 * @param pid     of the process that runs it.
 * @param started when that process started, in seconds of the epoch; 0 where the system does not say.
 */
public record RunName(long pid, long started) {
    private static final String PREFIX = "fleet-torture-";
    private static final Pattern FORM = Pattern.compile(PREFIX + "(\\d{1,18})-(\\d{1,18})");

    /** The name of runs of this process. */
    public static RunName own() {
        return of(ProcessHandle.current());
    }

    private static RunName of(final ProcessHandle process) {
        return new RunName(process.pid(), process.info().startInstant().map(Instant::getEpochSecond).orElse(0L));
    }

    /** Reads a name that stands in a text; empty when there is none. */
    static Optional<RunName> find(final String text) {
        final Matcher matcher = FORM.matcher(text);
        return matcher.find()
            ? Optional.of(new RunName(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2))))
            : Optional.empty();
    }

    /** Whether the process that it names still lives; a second more or less is the same start. */
    boolean isAlive() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).map(RunName::of)
            .filter(other -> Math.abs(other.started - started) <= 1).isPresent();
    }

    @Override
    public String toString() {
        return PREFIX + pid + "-" + started;
    }
}
