package io.fleet.examples.kv.server;

import io.fleet.config.ErasureCode;
import io.fleet.error.ConfigException;
import picocli.CommandLine.Model.CommandSpec;

/** What {@code --mode}, {@code --k} and {@code --m} of a command ask for, checked together. */
public final class CodedOptions {
    private static final String CODED = "coded";
    private static final int DATA_SEGMENTS = 3;
    private static final int PARITY_SEGMENTS = 2;

    private CodedOptions() {
    }

    /**
     * The code that is asked for.
     *
     * @param spec the command.
     * @param mode what {@code --mode} says.
     * @param k    what {@code --k} says; null when it is not given.
     * @param m    what {@code --m} says; null when it is not given.
     * @return the code; null where the mode is another one.
     */
    public static ErasureCode code(final CommandSpec spec, final String mode, final Integer k, final Integer m) {
        if (!mode.equals(CODED) && !mode.equals("scattered")) {
            throw OptionChecks.wrong(spec, "--mode is '" + mode + "', but must be scattered or coded");
        }
        if (!mode.equals(CODED)) {
            if (k != null || m != null) {
                throw OptionChecks.wrong(spec, (k != null ? "--k" : "--m") + " is given, but --mode is " + mode);
            }
            return null;
        }
        try {
            return new ErasureCode(k == null ? DATA_SEGMENTS : k, m == null ? PARITY_SEGMENTS : m);
        } catch (final ConfigException e) {
            throw OptionChecks.wrong(spec, "--k or --m: " + e.getMessage());
        }
    }

    /** Refuses options that mean nothing in a coded group, where they are given. */
    static void refuse(final CommandSpec spec, final String... options) {
        for (final String option : options) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw OptionChecks.wrong(spec, option + " is given, but means nothing in a group of --mode coded: "
                    + "nobody leads, and each member stores one segment of a value");
            }
        }
    }
}
