package io.fleet.verify.crashpoint.machine;

import java.util.Locale;

/** When, seen from an operation, a crash comes. */
public enum CrashMoment {
    /** Nothing of it has reached the device. */
    BEFORE,
    /** A file is being created: some of its zeros are there. All other operations are atomic or leave writes behind. */
    DURING,
    /** It has returned. */
    AFTER;

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
