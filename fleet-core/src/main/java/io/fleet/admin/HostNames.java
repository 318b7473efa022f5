package io.fleet.admin;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which names a client may call a server by. A web page can have the name of its own site resolved to any address; a
 * browser then sends that name, so names are known in advance, or cannot be those of a site: an address, or a name
 * without a dot.
 */
final class HostNames {
    private HostNames() {
    }

    /**
     * Whether a header Host is allowed.
     *
     * @param header its value, a host and perhaps a port; null where there is none, which browsers never do.
     * @param names  that are allowed besides, in lower case.
     * @return false where a name is not known, so that a page of another name may not be answered.
     */
    static boolean isAllowed(final @Nullable String header, final Set<String> names) {
        if (header == null) {
            return true;
        }
        final String host = header.toLowerCase(Locale.ROOT).replaceFirst(":[0-9]{1,5}$", "");
        return host.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9a-f:.%]+]") || host.matches("[a-z0-9_-]+")
            || names.contains(host);
    }
}
