package io.fleet.node.config;

import io.fleet.config.GroupConfig;
import io.fleet.config.Mode;
import io.fleet.consensus.ProtocolFactory;
import io.fleet.error.ConfigException;
import io.fleet.scattered.ScatteredFactory;
import io.fleet.wire.CodecCatalog;
import io.fleet.wire.MessageCodecs;
import java.util.ServiceLoader;

/** Finds what makes the groups of a mode: the scattered one is built in, others are looked for on the class path. */
public final class ProtocolFactories {
    private static final String ARTIFACT = "io.fleet:fleet-ec";

    private ProtocolFactories() {
    }

    /**
     * What makes a group.
     *
     * @throws ConfigException that names the missing artifact where there is nothing.
     */
    public static ProtocolFactory of(final GroupConfig config) {
        return of(config, found());
    }

    /**
     * What nodes send and understand: messages of every mode that is on the class path, whether or not a group of this
     * node has it. What others multicast to a group that is not hosted here is no malformed packet.
     */
    public static CodecCatalog catalog() {
        return Known.CATALOG;
    }

    private static Iterable<ProtocolFactory> found() {
        return ServiceLoader.load(ProtocolFactory.class, ProtocolFactory.class.getClassLoader());
    }

    static ProtocolFactory of(final GroupConfig config, final Iterable<ProtocolFactory> found) {
        if (config.mode() == Mode.SCATTERED) {
            return new ScatteredFactory();
        }
        for (final ProtocolFactory factory : found) {
            if (factory.mode() == config.mode()) {
                return factory;
            }
        }
        throw new ConfigException("a group that is " + AgreedSettings.of(config).mode() + " needs the Maven artifact "
            + ARTIFACT + " on the class path of its nodes, and it is not there");
    }

    /** Looked for once: what is on the class path does not change. */
    private static final class Known {
        static final CodecCatalog CATALOG = catalog();

        private static CodecCatalog catalog() {
            CodecCatalog catalog = CodecCatalog.core();
            for (final ProtocolFactory factory : found()) {
                if (factory instanceof MessageCodecs own) {
                    catalog = catalog.with(own.codecs());
                }
            }
            return catalog;
        }
    }
}
