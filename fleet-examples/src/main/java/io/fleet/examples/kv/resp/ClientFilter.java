package io.fleet.examples.kv.resp;

import io.fleet.examples.kv.resp.catalog.Integers;
import java.net.SocketAddress;
import java.util.Set;

/** Which connections CLIENT KILL means: an address alone, or options and what they must be. */
final class ClientFilter {
    private static final Set<String> OTHER_TYPES = Set.of("master", "replica", "slave", "pubsub");

    private boolean isOldForm;
    private String refusal;
    private long id;
    private String address;
    private String localAddress;
    private boolean isNobody;
    private boolean isSparingSelf = true;

    private ClientFilter() {
    }

    /** An address as CLIENT LIST prints it. */
    static String text(final SocketAddress address) {
        return String.valueOf(address).replace("/", "");
    }

    /** Of the words behind CLIENT KILL, of which {@code address} is the first. */
    static ClientFilter of(final String address, final Request request) {
        final ClientFilter filter = new ClientFilter();
        if (request.count() == 3) {
            filter.isOldForm = true;
            filter.isSparingSelf = false;
            filter.address = address;
            return filter;
        }
        for (int i = 2; i < request.count() && filter.refusal == null; i += 2) {
            filter.refusal = i + 1 < request.count() ? filter.option(request, i) : RespErrors.SYNTAX;
        }
        return filter;
    }

    private String option(final Request request, final int at) {
        final String value = request.shown(at + 1);
        switch (request.lower(at)) {
            case "id" -> {
                final Long given = Integers.parse(request.word(at + 1));
                if (given == null || given < 1) {
                    return "ERR client-id should be greater than 0";
                }
                id = given;
            }
            case "addr" -> address = value;
            case "laddr" -> localAddress = value;
            case "type" -> {
                final String type = request.lower(at + 1);
                if (!"normal".equals(type) && !OTHER_TYPES.contains(type)) {
                    return "ERR Unknown client type '" + RespErrors.cut(value, 128) + "'";
                }
                isNobody |= !"normal".equals(type);
            }
            case "user" -> {
                if (!"default".equals(value)) {
                    return "ERR No such user '" + RespErrors.cut(value, 128) + "'";
                }
            }
            case "skipme" -> {
                final String word = request.lower(at + 1);
                if (!"yes".equals(word) && !"no".equals(word)) {
                    return RespErrors.SYNTAX;
                }
                isSparingSelf = "yes".equals(word);
            }
            default -> {
                return RespErrors.SYNTAX;
            }
        }
        return null;
    }

    /** What is wrong with the words; null where nothing is. */
    String refusal() {
        return refusal;
    }

    boolean isOldForm() {
        return isOldForm;
    }

    boolean matches(final long ofId, final String ofAddress, final String ofLocalAddress, final boolean isSelf) {
        return !isNobody && !(isSelf && isSparingSelf) && (id == 0 || id == ofId)
            && (address == null || address.equals(ofAddress))
            && (localAddress == null || localAddress.equals(ofLocalAddress));
    }
}
