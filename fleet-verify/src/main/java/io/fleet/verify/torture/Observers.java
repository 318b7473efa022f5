package io.fleet.verify.torture;

import io.fleet.verify.torture.history.Timeline;
import io.fleet.verify.torture.process.KvProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** The nodes that do not vote: how they come to the group, and take the place of voters. For one thread. */
final class Observers {
    private static final long CHANGE_LIMIT_NS = 120_000_000_000L;
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);

    private final Site site;
    private final KvProcesses processes;
    private final Timeline timeline;
    private final List<KvProcess> observers;
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(ANSWER_LIMIT).build();

    Observers(final Site site, final KvProcesses processes, final Timeline timeline) {
        this.site = site;
        this.processes = processes;
        this.timeline = timeline;
        observers = List.copyOf(processes.nodes().subList(site.founders(), site.nodes()));
    }

    int count() {
        return observers.size();
    }

    /** Starts the founders, then the observers, has these added, and waits until all have what is chosen. */
    void start() throws TortureFailure, IOException, InterruptedException {
        processes.startFirst(site.founders());
        for (final KvProcess observer : observers) {
            observer.start();
            final long sinceNs = System.nanoTime();
            change("/members/add?node=" + observer.id() + "&address=" + site.address(observer.id()) + "&role=replica");
            processes.awaitCaughtUp(observer, sinceNs);
            timeline.say("node " + observer.id() + " observes");
        }
    }

    /** An observer votes in the place of a node that is lost. */
    void replace(final KvProcess lost, final int index) throws TortureFailure, IOException, InterruptedException {
        final KvProcess observer = observers.get(index);
        final long sinceNs = System.nanoTime();
        change("/members/replace?node=" + lost.id() + "&by=" + observer.id() + "&address="
            + site.address(observer.id()));
        timeline.say(String.format(Locale.ROOT, "node %d votes in the place of node %d after %.1f s", observer.id(),
            lost.id(), (System.nanoTime() - sinceNs) / 1e9));
    }

    /** Asks the leader until it has been done; while there is none, or another change is under way, it is refused. */
    private void change(final String path) throws TortureFailure, IOException, InterruptedException {
        final long sinceNs = System.nanoTime();
        while (true) {
            final KvProcess leader = processes.awaitLeader();
            String answer;
            try {
                final HttpResponse<String> response = http.send(HttpRequest
                    .newBuilder(URI.create("http://127.0.0.1:" + site.adminPort(leader.id()) + path + "&group=0"))
                    .timeout(ANSWER_LIMIT).POST(HttpRequest.BodyPublishers.noBody()).build(),
                    HttpResponse.BodyHandlers.ofString());
                if (response.statusCode() == 200) {
                    return;
                }
                answer = response.statusCode() + " " + response.body().strip();
            } catch (final IOException e) {
                answer = e.toString();
            }
            if (System.nanoTime() - sinceNs > CHANGE_LIMIT_NS) {
                throw new TortureFailure(path + " was not done in " + CHANGE_LIMIT_NS / 1_000_000_000
                    + " s; at last node " + leader.id() + " said: " + answer);
            }
            processes.rest();
        }
    }
}
