package io.fleet.transport.aeron.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The thread that resolves the names of members; there is none while there is nothing to do. */
public final class NameThread implements Executor, AutoCloseable {
    private final ThreadPoolExecutor executor = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(), NameThread::thread, new ThreadPoolExecutor.DiscardPolicy());

    public NameThread() {
        executor.allowCoreThreadTimeOut(true);
    }

    @Override
    public void execute(final Runnable task) {
        executor.execute(task);
    }

    /** Asks the system; null when it has no answer. */
    public static InetAddress[] resolve(final String name) {
        try {
            return InetAddress.getAllByName(name);
        } catch (final UnknownHostException | SecurityException e) {
            return null;
        }
    }

    /** Does not wait for the system's answer. */
    @Override
    public void close() {
        executor.shutdownNow();
    }

    private static Thread thread(final Runnable task) {
        final Thread thread = new Thread(task, "fleet-names");
        thread.setDaemon(true);
        return thread;
    }
}
