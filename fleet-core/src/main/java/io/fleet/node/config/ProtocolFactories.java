package io.fleet.node.config;

import io.fleet.config.GroupConfig;
import io.fleet.config.Mode;
import io.fleet.consensus.ProtocolFactory;
import io.fleet.error.ConfigException;
import io.fleet.scattered.ScatteredFactory;
import io.fleet.wire.CodecCatalog;
import io.fleet.wire.MessageCodecs;
import java.util.EnumSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;

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
        return of(config, ServiceLoader.load(ProtocolFactory.class, ProtocolFactory.class.getClassLoader()));
    }

    /** What a node that hosts these groups sends and understands. */
    public static CodecCatalog catalog(final List<GroupSpec> groups) {
        CodecCatalog catalog = CodecCatalog.core();
        final Set<Mode> modes = EnumSet.noneOf(Mode.class);
        for (final GroupSpec group : groups) {
            if (modes.add(group.config().mode()) && of(group.config()) instanceof MessageCodecs own) {
                catalog = catalog.with(own.codecs());
            }
        }
        return catalog;
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
}
