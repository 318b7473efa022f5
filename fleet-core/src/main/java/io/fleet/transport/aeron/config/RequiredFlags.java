package io.fleet.transport.aeron.config;

import io.fleet.error.ConfigException;
import org.agrona.concurrent.UnsafeBuffer;

/** The flag without which Agrona's buffers fail, at first use and far from the cause. */
public final class RequiredFlags {
    private static final String PACKAGE = "jdk.internal.misc";

    private RequiredFlags() {
    }

    /**
     * Fails with the flag's name when this JVM was started without it.
     *
     * @throws ConfigException that names the flag and where it may stand.
     */
    public static void check() {
        if (!Object.class.getModule().isOpen(PACKAGE, UnsafeBuffer.class.getModule())) {
            throw new ConfigException("this JVM lacks the flag --add-opens java.base/jdk.internal.misc=ALL-UNNAMED,"
                + " which must be on its command line, in JDK_JAVA_OPTIONS,"
                + " or as Add-Opens in the manifest of an executable jar");
        }
    }
}
