package io.fleet.testkit.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How operations of one kind of service are written in a history file. A written input or output is one line.
 *
 * @param <I> what is asked for.
 * @param <O> what is answered.
 */
public interface HistoryCodec<I, O> {
    /** 64-bit registers: {@code read KEY}, {@code set KEY VALUE}, {@code add KEY DELTA}, {@code cas KEY OLD NEW}. */
    HistoryCodec<RegisterInput, Long> REGISTER = new HistoryCodec<>() {
        @Override
        public String model() {
            return "register";
        }

        @Override
        public String writeInput(final RegisterInput input) {
            return switch (input.kind()) {
                case READ -> "read " + input.key();
                case SET -> "set " + input.key() + " " + input.argument();
                case ADD -> "add " + input.key() + " " + input.argument();
                case COMPARE_AND_SET -> "cas " + input.key() + " " + input.expected() + " " + input.argument();
            };
        }

        @Override
        public RegisterInput readInput(final String text) {
            final String[] words = text.split(" ");
            final Map<String, Integer> lengths = Map.of("read", 2, "set", 3, "add", 3, "cas", 4);
            if (!Integer.valueOf(words.length).equals(lengths.get(words[0]))) {
                throw new IllegalArgumentException("'" + text + "' is none of: read KEY, set KEY VALUE, add KEY DELTA, "
                    + "cas KEY OLD NEW");
            }
            final long key = Long.parseLong(words[1]);
            return switch (words[0]) {
                case "read" -> RegisterInput.read(key);
                case "set" -> RegisterInput.set(key, Long.parseLong(words[2]));
                case "add" -> RegisterInput.add(key, Long.parseLong(words[2]));
                default -> RegisterInput.compareAndSet(key, Long.parseLong(words[2]), Long.parseLong(words[3]));
            };
        }

        @Override
        public String writeOutput(final Long output) {
            return Long.toString(output);
        }

        @Override
        public Long readOutput(final String text) {
            return Long.parseLong(text);
        }
    };

    /** Lists: {@code append KEY ELEMENT, read KEY, ...}; the answer is {@code 1 2 3; 4 5}, a list for each read. */
    HistoryCodec<ListAppendInput, List<List<Long>>> LIST_APPEND = new HistoryCodec<>() {
        @Override
        public String model() {
            return "list-append";
        }

        @Override
        public String writeInput(final ListAppendInput input) {
            return input.toString();
        }

        @Override
        public ListAppendInput readInput(final String text) {
            final List<ListAppendInput.Step> steps = new ArrayList<>();
            for (final String step : text.split(", ")) {
                final String[] words = step.split(" ");
                if (words[0].equals("append") && words.length == 3) {
                    steps.add(ListAppendInput.append(Long.parseLong(words[1]), Long.parseLong(words[2])));
                } else if (words[0].equals("read") && words.length == 2) {
                    steps.add(ListAppendInput.read(Long.parseLong(words[1])));
                } else {
                    throw new IllegalArgumentException("'" + step + "' is none of: append KEY ELEMENT, read KEY");
                }
            }
            return new ListAppendInput(steps);
        }

        @Override
        public String writeOutput(final List<List<Long>> output) {
            return output.stream()
                .map(list -> list.stream().map(String::valueOf).collect(Collectors.joining(" ")) + ";")
                .collect(Collectors.joining());
        }

        @Override
        public List<List<Long>> readOutput(final String text) {
            final List<List<Long>> lists = new ArrayList<>();
            for (int from = 0; from < text.length();) {
                final int end = text.indexOf(';', from);
                if (end < 0) {
                    throw new IllegalArgumentException("'" + text + "' has a list that does not end with ;");
                }
                final List<Long> list = new ArrayList<>();
                for (final String word : text.substring(from, end).split(" ")) {
                    if (!word.isEmpty()) {
                        list.add(Long.parseLong(word));
                    }
                }
                lists.add(list);
                from = end + 1;
            }
            return lists;
        }
    };

    /**
     * Names the kind of service.
     *
     * @return one word.
     */
    String model();

    /**
     * Writes an input.
     *
     * @param input what is asked for.
     * @return one line.
     */
    String writeInput(I input);

    /**
     * Reads an input.
     *
     * @param text as {@link #writeInput} wrote it.
     * @return what is asked for.
     * @throws IllegalArgumentException when it is not of that form.
     */
    I readInput(String text);

    /**
     * Writes an output.
     *
     * @param output what is answered.
     * @return one line.
     */
    String writeOutput(O output);

    /**
     * Reads an output.
     *
     * @param text as {@link #writeOutput} wrote it.
     * @return what is answered.
     * @throws IllegalArgumentException when it is not of that form.
     */
    O readOutput(String text);
}
