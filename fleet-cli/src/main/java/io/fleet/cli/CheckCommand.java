package io.fleet.cli;

import io.fleet.examples.kv.server.CommandLines;
import io.fleet.testkit.history.History;
import io.fleet.testkit.history.HistoryCodec;
import io.fleet.testkit.history.HistoryFile;
import io.fleet.testkit.history.HistoryPage;
import io.fleet.testkit.history.LinearizabilityChecker;
import io.fleet.testkit.history.ListAppendChecker;
import io.fleet.testkit.history.ListAppendInput;
import io.fleet.testkit.history.ListAppendModel;
import io.fleet.testkit.history.RegisterInput;
import io.fleet.testkit.history.RegisterModel;
import io.fleet.testkit.history.Verdict;
import io.fleet.verify.options.ToolChecks;
import io.fleet.verify.torture.history.KvHistories;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code fleet check}: judges a kept history; exit code 0 when it is linearizable, 1 when not or not decided, 2 when
 * there is no such history or the page cannot be written.
 */
@Command(name = "check", description = "Judges whether a kept history is linearizable: of models register, list-append "
    + "and kv, as its first line says.")
final class CheckCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FILE", description = "the history")
    private Path file;
    @Option(names = "--html", paramLabel = "PAGE", description = "draws it there")
    private Path page;
    @Spec
    private CommandSpec spec;
    @Mixin
    private ToolChecks checks;

    @Override
    public Integer call() {
        try {
            return judge();
        } catch (final NoSuchFileException e) {
            throw checks.wrong(e.getMessage() + ": there is no such file");
        } catch (final CharacterCodingException e) {
            throw checks.wrong(file + " is no history: it is not text in UTF-8");
        } catch (final FileSystemException e) {
            throw checks.wrong(e.toString());
        } catch (final IOException e) {
            throw checks.wrong(e.getMessage());
        }
    }

    private int judge() throws IOException {
        final String model = HistoryFile.model(file);
        final long begunNs = System.nanoTime();
        final Verdict verdict = switch (model) {
            case "register" -> register();
            case "list-append" -> listAppend();
            case KvHistories.MODEL -> KvHistories.check(file, page);
            default -> throw new IOException(file + " is a history of model " + model
                + ", which is none of register, list-append, kv");
        };
        final PrintWriter out = spec.commandLine().getOut();
        out.printf("%s: %s, %,d configurations, %.1f s%n", file, switch (verdict.kind()) {
            case LINEARIZABLE -> "linearizable";
            case NOT_LINEARIZABLE -> "NOT LINEARIZABLE";
            case UNDECIDED -> "not decided";
        }, verdict.configurations(), (System.nanoTime() - begunNs) / 1e9);
        out.print(verdict.explanation().isEmpty() ? "" : verdict.explanation() + "\n");
        out.print(page == null ? "" : "drawn in " + page + "\n");
        out.flush();
        return verdict.isLinearizable() ? 0 : CommandLines.FAILED;
    }

    private Verdict register() throws IOException {
        final History<RegisterInput, Long> history = HistoryFile.read(file, HistoryCodec.REGISTER);
        final Verdict verdict = new LinearizabilityChecker<>(new RegisterModel()).check(history);
        if (page != null) {
            HistoryPage.write(page, history, new RegisterModel(), verdict);
        }
        return verdict;
    }

    private Verdict listAppend() throws IOException {
        final History<ListAppendInput, List<List<Long>>> history = HistoryFile.read(file, HistoryCodec.LIST_APPEND);
        final Verdict verdict = ListAppendChecker.check(history);
        if (page != null) {
            HistoryPage.write(page, history, new ListAppendModel(), verdict);
        }
        return verdict;
    }
}
