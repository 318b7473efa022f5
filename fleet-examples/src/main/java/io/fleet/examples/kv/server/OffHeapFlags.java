package io.fleet.examples.kv.server;

import java.util.ArrayList;
import java.util.List;

/**
 * What Chronicle Map needs of the JVM: two packages opened, one exported, and a compiler, since it makes some of its
 * classes when it starts. Asked before it is loaded, because what it says by itself does not name the flags.
 */
public final class OffHeapFlags {
    private static final List<String> OPENED = List.of("java.lang", "java.lang.reflect");
    private static final String COMPILER = "jdk.compiler";
    private static final String EXPORTED = "com.sun.tools.javac.file";

    private OffHeapFlags() {
    }

    /**
     * What is missing.
     *
     * @return a sentence that names the flags; null when all is there.
     */
    public static String missing() {
        final ModuleLayer modules = ModuleLayer.boot();
        final Module here = OffHeapFlags.class.getModule();
        final Module compiler = modules.findModule(COMPILER).orElse(null);
        if (compiler == null) {
            return "needs a JDK with the module " + COMPILER + ", and this is a Java runtime without it";
        }
        final Module base = Object.class.getModule();
        final List<String> flags = new ArrayList<>();
        for (final String each : OPENED) {
            if (!base.isOpen(each, here)) {
                flags.add("--add-opens java.base/" + each + "=ALL-UNNAMED");
            }
        }
        if (!compiler.isExported(EXPORTED, here)) {
            flags.add("--add-exports " + COMPILER + "/" + EXPORTED + "=ALL-UNNAMED");
        }
        return flags.isEmpty() ? null
            : "needs the JVM flags " + String.join(" ", flags) + ", which the launcher ./fleet gives";
    }
}
