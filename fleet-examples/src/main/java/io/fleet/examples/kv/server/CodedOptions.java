package io.fleet.examples.kv.server;

import io.fleet.config.ErasureCode;
import io.fleet.error.ConfigException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options {@code --mode}, {@code --k} and {@code --m} of a command, checked together. */
public final class CodedOptions {
    private static final int DATA_SEGMENTS = 3;
    private static final int PARITY_SEGMENTS = 2;

    @Option(names = "--mode", paramLabel = "scattered|coded", defaultValue = "scattered",
        description = "how the members agree: a leader orders entries that each member stores, or nobody leads and "
            + "each member stores one segment of a value (default: ${DEFAULT-VALUE})")
    private String mode;
    @Option(names = "--k", paramLabel = "K",
        description = "of --mode coded: into how many segments a value is cut (default: " + DATA_SEGMENTS + ")")
    private Integer dataSegments;
    @Option(names = "--m", paramLabel = "M",
        description = "of --mode coded: how many segments are added, 2 or more; of K + M members M / 2 "
            + "may fail (default: " + PARITY_SEGMENTS + ")")
    private Integer paritySegments;

    public boolean isCoded() {
        return mode.equals("coded");
    }

    /** The code that is asked for; null where the mode is another one. */
    public ErasureCode code(final OptionChecks checks) {
        if (!isCoded() && !mode.equals("scattered")) {
            throw checks.wrong("--mode is '" + mode + "', but must be scattered or coded");
        }
        if (!isCoded()) {
            if (dataSegments != null || paritySegments != null) {
                throw checks.wrong((dataSegments != null ? "--k" : "--m") + " is given, but --mode is " + mode);
            }
            return null;
        }
        try {
            return new ErasureCode(dataSegments == null ? DATA_SEGMENTS : dataSegments,
                paritySegments == null ? PARITY_SEGMENTS : paritySegments);
        } catch (final ConfigException e) {
            throw checks.wrong("--k or --m: " + e.getMessage());
        }
    }

    /** Refuses options of {@code command} that mean nothing in a coded group, where they are given. */
    static void refuse(final CommandSpec command, final String... options) {
        for (final String option : options) {
            if (command.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new ParameterException(command.commandLine(), option + " is given, but means nothing in a group "
                    + "of --mode coded: nobody leads, and each member stores one segment of a value");
            }
        }
    }
}
