package io.fleet.cli.admin;

import io.fleet.admin.JsonWriter;
import io.fleet.verify.options.ToolChecks;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The commands that ask a node one question and print its answer. */
@Command
final class AskCommand implements Callable<Integer> {
    /** What a node can be asked. */
    enum Question {
        /** How it stands. */
        STATUS("/status", true, "Prints how the node, its groups and its directories stand."),
        /** What changed lately. */
        EVENTS("/events", true, "Prints what changed on the node lately: roles, leaders, standings, snapshots."),
        /** Whether its thread runs. */
        LIVE("/live", false, "Says whether the node's thread runs."),
        /** Whether it can serve every group. */
        READY("/ready", false, "Says whether the node can serve every group, and why not.");

        private final String path;
        /** Whether the node itself has a form for people and one for programs. */
        private final boolean hasForms;
        private final String description;

        Question(final String path, final boolean hasForms, final String description) {
            this.path = path;
            this.hasForms = hasForms;
            this.description = description;
        }

        String description() {
            return description;
        }

        String command() {
            return path.substring(1);
        }
    }

    private final AdminCommand admin;
    private final Question question;
    @Spec
    private CommandSpec spec;
    @Mixin
    private ToolChecks checks;

    AskCommand(final AdminCommand admin, final Question question) {
        this.admin = admin;
        this.question = question;
    }

    @Override
    public Integer call() throws InterruptedException {
        final NodeConnection node = admin.node(checks);
        final String format = question.hasForms ? "?" + admin.form() : "";
        final NodeConnection.Answer answer = node.get(question.path + format, spec.commandLine().getErr());
        if (answer == null) {
            return AdminCommand.NO_ANSWER;
        }
        if (answer.isUnknownPath()) {
            return AdminCommand.elsewhere(spec, question.path, answer);
        }
        final PrintWriter out = spec.commandLine().getOut();
        out.print(question.hasForms || !admin.json() ? answer.text() : verdict(answer));
        out.flush();
        return answer.isWell() ? AdminCommand.WELL : AdminCommand.NOT_WELL;
    }

    private String verdict(final NodeConnection.Answer answer) {
        final JsonWriter json = new JsonWriter().begin().field(question.command(), answer.isWell()).name("reasons")
            .beginArray();
        if (!answer.isWell()) {
            answer.text().lines().forEach(json::value);
        }
        return json.endArray().end() + "\n";
    }
}
