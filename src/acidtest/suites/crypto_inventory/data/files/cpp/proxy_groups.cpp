#include <openssl/err.h>
#include <openssl/ssl.h>

#include <stdexcept>

namespace edge {

// Order is preference. Old clients need the last two.
constexpr const char* kGroups = "X25519MLKEM768:X25519:P-256";

SSL_CTX* makeContext(const char* certificate, const char* key)
{
    SSL_CTX* ctx = SSL_CTX_new(TLS_server_method());
    if (ctx == nullptr)
        throw std::runtime_error("no context");
    SSL_CTX_set_min_proto_version(ctx, TLS1_3_VERSION);
    if (SSL_CTX_set1_groups_list(ctx, kGroups) != 1 ||
        SSL_CTX_use_certificate_chain_file(ctx, certificate) != 1 ||
        SSL_CTX_use_PrivateKey_file(ctx, key, SSL_FILETYPE_PEM) != 1) {
        SSL_CTX_free(ctx);
        throw std::runtime_error(ERR_error_string(ERR_get_error(), nullptr));
    }
    SSL_CTX_set_options(ctx, SSL_OP_SERVER_PREFERENCE);
    return ctx;
}

}  // namespace edge
