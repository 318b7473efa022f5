package io.fleet.protocol;

/**
 * Makes what serves reads beside the log. Found on the class path by {@link java.util.ServiceLoader}, so an
 * implementation has a constructor without parameters, and no state.
 */
public interface ReadServerFactory {
    /**
     * Makes the server of one group on one node.
     *
     * @param context what it is given.
     * @return the server.
     */
    ReadServer create(ReadContext context);
}
