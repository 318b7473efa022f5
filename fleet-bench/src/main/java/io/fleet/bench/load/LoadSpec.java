package io.fleet.bench.load;

import java.util.Locale;
import java.util.Map;

/**
 * One measurement: what is started, and for how long.
 *
 * @param workload   which operations.
 * @param valueBytes how long each value is.
 * @param keys       how many keys there are; each operation draws one.
 * @param slots      closed loop: operations in flight; open loop: at most so many, the others wait in line.
 * @param rate       operations a second of the open loop; 0 for the closed loop.
 * @param warmUpNs   how long the same load goes on before it is measured.
 * @param measureNs  how long it is measured.
 * @param drainNs    how long answers are waited for afterwards.
 * @param sliceNs    how often the measured interval tells what it saw since it told last; 0 for never.
 */
public record LoadSpec(Workload workload, int valueBytes, int keys, int slots, double rate, long warmUpNs,
                       long measureNs, long drainNs, long sliceNs) {
    /**
     * A measurement that tells nothing before its end.
     *
     * @param workload   which operations.
     * @param valueBytes how long each value is.
     * @param keys       how many keys there are.
     * @param slots      as of the record.
     * @param rate       operations a second of the open loop; 0 for the closed loop.
     * @param warmUpNs   how long the same load goes on before it is measured.
     * @param measureNs  how long it is measured.
     * @param drainNs    how long answers are waited for afterwards.
     */
    public LoadSpec(final Workload workload, final int valueBytes, final int keys, final int slots, final double rate,
                    final long warmUpNs, final long measureNs, final long drainNs) {
        this(workload, valueBytes, keys, slots, rate, warmUpNs, measureNs, drainNs, 0);
    }

    /**
     * The same for another time, told slice by slice.
     *
     * @param newMeasureNs as {@link #measureNs()}.
     * @param newSliceNs   as {@link #sliceNs()}.
     * @return a changed copy.
     */
    public LoadSpec lasting(final long newMeasureNs, final long newSliceNs) {
        return new LoadSpec(workload, valueBytes, keys, slots, rate, warmUpNs, newMeasureNs, drainNs, newSliceNs);
    }

    /**
     * Whether operations are started when they are due, answered or not.
     *
     * @return true for the open loop.
     */
    public boolean isOpen() {
        return rate > 0;
    }

    /**
     * In the form of {@link #parse}.
     *
     * @return words of the form name=value.
     */
    public String text() {
        return "workload=" + workload.name().toLowerCase(Locale.ROOT) + " value=" + valueBytes + " keys=" + keys
            + " slots=" + slots + " rate=" + rate + " warm-up=" + warmUpNs + " measure=" + measureNs
            + " drain=" + drainNs + " slice=" + sliceNs;
    }

    /**
     * Reads the fields of {@link #text}.
     *
     * @param fields by name.
     * @return the measurement.
     */
    public static LoadSpec parse(final Map<String, String> fields) {
        return new LoadSpec(Workload.valueOf(fields.get("workload").toUpperCase(Locale.ROOT)),
            Integer.parseInt(fields.get("value")), Integer.parseInt(fields.get("keys")),
            Integer.parseInt(fields.get("slots")), Double.parseDouble(fields.get("rate")),
            Long.parseLong(fields.get("warm-up")), Long.parseLong(fields.get("measure")),
            Long.parseLong(fields.get("drain")), Long.parseLong(fields.get("slice")));
    }
}
