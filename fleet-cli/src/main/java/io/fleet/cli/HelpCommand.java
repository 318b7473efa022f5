package io.fleet.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fleet help}: prints the options of a command, also of one within another. */
@Command(name = "help", helpCommand = true, description = "Prints all options of a command, such as 'help admin add'.")
final class HelpCommand implements Runnable {
    @Spec
    private CommandSpec spec;
    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "the command; none for a list of all")
    private List<String> path = new ArrayList<>();

    @Override
    public void run() {
        CommandLine command = spec.commandLine().getParent();
        for (final String word : path) {
            final CommandLine next = command.getSubcommands().get(word);
            if (next == null) {
                throw new ParameterException(spec.commandLine(), "'" + word + "' is no command of '"
                    + command.getCommandSpec().qualifiedName() + "'");
            }
            command = next;
        }
        command.usage(spec.commandLine().getOut());
    }
}
