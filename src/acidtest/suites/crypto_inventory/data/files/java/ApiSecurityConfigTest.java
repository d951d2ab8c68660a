package com.wavecrest.api;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtDecoder;

@SpringBootTest
class ApiSecurityConfigTest {
    @Autowired JwtDecoder decoder;

    @Test
    void refusesTokensOfAnotherKind() throws Exception {
        var key = new RSAKeyGenerator(2048).keyID("x").generate();
        var claims = new JWTClaimsSet.Builder().subject("eve").build();
        var token = new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.RS256).build(), claims);
        token.sign(new RSASSASigner(key));
        assertThatThrownBy(() -> decoder.decode(token.serialize())).isInstanceOf(BadJwtException.class);
    }
}
