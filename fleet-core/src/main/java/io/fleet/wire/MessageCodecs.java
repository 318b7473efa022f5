package io.fleet.wire;

import io.fleet.wire.codec.MessageCodec;
import java.util.List;
import java.util.function.Supplier;

/**
 * The codecs of the messages that a mode brings with it, beside those of {@link CodecCatalog#core()}: what its {@link
 * io.fleet.consensus.ProtocolFactory} implements where it has any.
 */
public interface MessageCodecs {
    /**
     * Each makes a codec of another message.
     *
     * @return the codecs, for {@link CodecCatalog#with}.
     */
    List<Supplier<MessageCodec<?>>> codecs();
}
