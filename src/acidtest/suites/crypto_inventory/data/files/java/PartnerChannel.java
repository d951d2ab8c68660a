package com.freightnet.partner;

import java.io.IOException;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** Outgoing channel to partners, some of whom run very old gateways. */
public class PartnerChannel {
    private static final String[] SUITES = {
        "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
        "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
        "TLS_RSA_WITH_AES_128_CBC_SHA",
    };

    private final SSLContext context;

    public PartnerChannel() throws GeneralSecurityException {
        context = SSLContext.getInstance("TLSv1.2");
        context.init(null, null, null);
    }

    public SSLSocket connect(String host, int port) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(host, port);
        socket.setEnabledCipherSuites(SUITES);
        socket.setSoTimeout(20_000);
        socket.startHandshake();
        return socket;
    }
}
