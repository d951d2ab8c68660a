#include <openssl/ssl.h>

#include <memory>
#include <stdexcept>
#include <string_view>

namespace edge {

struct FreeContext {
    void operator()(SSL_CTX* ctx) const { SSL_CTX_free(ctx); }
};
using Context = std::unique_ptr<SSL_CTX, FreeContext>;

/// Between our own sites there is no old client: a peer without the group fails.
Context siteToSite()
{
    static constexpr std::string_view group = "X25519MLKEM768";
    Context ctx(SSL_CTX_new(TLS_method()));
    if (!ctx)
        throw std::runtime_error("no context");
    SSL_CTX_set_min_proto_version(ctx.get(), TLS1_3_VERSION);
    if (SSL_CTX_set1_groups_list(ctx.get(), group.data()) != 1)
        throw std::runtime_error("this libssl does not know the group");
    SSL_CTX_set_verify(ctx.get(), SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
    return ctx;
}

}  // namespace edge
