package io.fleet.bench.peer.aeron;

import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ClusteredMediaDriver;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.service.ClusteredServiceContainer;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.fleet.bench.peer.PeerConfig;
import io.fleet.bench.peer.PeerServer;
import java.io.File;
import java.util.StringJoiner;
import org.agrona.concurrent.NoOpLock;

/** One node of Aeron Cluster; an error that is reported is printed, and one that ends a part ends the process. */
final class AeronNode implements PeerServer {
    private static final int INGRESS = 0;
    private static final int CONSENSUS = 1;
    private static final int LOG = 2;
    private static final int CATCH_UP = 3;
    private static final int ARCHIVE = 4;
    private static final int MIN_TERM_BYTES = 4 << 20;
    /** A message has at most an eighth of a term. */
    private static final int TERMS_A_MESSAGE = 16;

    private final ClusteredMediaDriver driver;
    private final ClusteredServiceContainer container;

    AeronNode(final PeerConfig config, final int node) {
        final String aeron = config.memory().resolve("aeron-" + node).toString();
        final File directory = config.directory(node).toFile();
        final Archive.Context archive = archive(config, node, aeron, directory);
        final AeronArchive.Context archiveClient = new AeronArchive.Context()
            .lock(NoOpLock.INSTANCE)
            .controlRequestChannel(archive.localControlChannel())
            .controlRequestStreamId(archive.localControlStreamId())
            .controlResponseChannel(archive.localControlChannel())
            .aeronDirectoryName(aeron);
        driver = ClusteredMediaDriver.launch(
            new MediaDriver.Context()
                .aeronDirectoryName(aeron)
                .threadingMode(ThreadingMode.SHARED)
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .errorHandler(AeronNode::report),
            archive,
            new ConsensusModule.Context()
                .clusterMemberId(node)
                .clusterMembers(members(config))
                .clusterDir(new File(directory, "cluster"))
                .aeronDirectoryName(aeron)
                .ingressChannel("aeron:udp?term-length=" + clientTermBytes(config))
                .replicationChannel("aeron:udp?endpoint=" + PeerConfig.HOST + ":0")
                .archiveContext(archiveClient.clone())
                .fileSyncLevel(syncLevel(config))
                .terminationHook(AeronNode::end)
                .errorHandler(AeronNode::report));
        container = ClusteredServiceContainer.launch(
            new ClusteredServiceContainer.Context()
                .aeronDirectoryName(aeron)
                .archiveContext(archiveClient.clone())
                .clusterDir(new File(directory, "cluster"))
                .clusteredService(new MapService(config.keys()))
                .terminationHook(AeronNode::end)
                .errorHandler(AeronNode::report));
    }

    private static Archive.Context archive(final PeerConfig config, final int node, final String aeron,
                                           final File directory) {
        return new Archive.Context()
            .aeronDirectoryName(aeron)
            .archiveDir(new File(directory, "archive"))
            .controlChannel("aeron:udp?endpoint=" + endpoint(config, node, ARCHIVE))
            .localControlChannel("aeron:ipc?term-length=64k")
            .replicationChannel("aeron:udp?endpoint=" + PeerConfig.HOST + ":0")
            .archiveClientContext(new AeronArchive.Context()
                .controlResponseChannel("aeron:udp?endpoint=" + PeerConfig.HOST + ":0"))
            .recordingEventsEnabled(false)
            .threadingMode(ArchiveThreadingMode.SHARED)
            .fileSyncLevel(syncLevel(config))
            .catalogFileSyncLevel(syncLevel(config))
            .errorHandler(AeronNode::report);
    }

    /** 1: what is acknowledged is synced, without the metadata of files. */
    static int syncLevel(final PeerConfig config) {
        return config.durable() ? 1 : 0;
    }

    /** So that the longest message fits, and a few hundred of usual ones. */
    static int clientTermBytes(final PeerConfig config) {
        final int needed = config.valueBytes() * TERMS_A_MESSAGE;
        return Math.max(MIN_TERM_BYTES, needed <= 1 ? 1 : Integer.highestOneBit(needed - 1) << 1);
    }

    /** Where clients reach the nodes. */
    static String ingressEndpoints(final PeerConfig config) {
        final StringJoiner endpoints = new StringJoiner(",");
        for (int node = 0; node < config.nodes(); node++) {
            endpoints.add(node + "=" + endpoint(config, node, INGRESS));
        }
        return endpoints.toString();
    }

    private static String members(final PeerConfig config) {
        final StringJoiner members = new StringJoiner("|");
        for (int node = 0; node < config.nodes(); node++) {
            final StringJoiner member = new StringJoiner(",").add(Integer.toString(node));
            for (final int use : new int[] {INGRESS, CONSENSUS, LOG, CATCH_UP, ARCHIVE}) {
                member.add(endpoint(config, node, use));
            }
            members.add(member.toString());
        }
        return members.toString();
    }

    private static String endpoint(final PeerConfig config, final int node, final int use) {
        return PeerConfig.HOST + ":" + config.port(node, use);
    }

    private static void report(final Throwable failure) {
        failure.printStackTrace();
    }

    private static void end() {
        System.err.println("Aeron Cluster has ended by itself");
        Runtime.getRuntime().halt(1);
    }

    @Override
    public void close() {
        container.close();
        driver.close();
    }
}
