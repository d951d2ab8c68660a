#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define UPDATE_DIR "/var/lib/updater"

static int newer(const char *have, const char *offered)
{
    int a[3] = {0}, b[3] = {0};

    sscanf(have, "%d.%d.%d", &a[0], &a[1], &a[2]);
    sscanf(offered, "%d.%d.%d", &b[0], &b[1], &b[2]);
    for (int i = 0; i < 3; i++)
        if (a[i] != b[i])
            return b[i] > a[i];
    return 0;
}

#if 0
/* moved to the verifier daemon in 3.2 */
static int check_signature(RSA *rsa, const unsigned char *pkg, size_t n, const unsigned char *sig)
{
    unsigned char md[SHA_DIGEST_LENGTH];
    SHA1(pkg, n, md);
    return RSA_verify(NID_sha1, md, sizeof md, sig, RSA_size(rsa), rsa);
}
#endif

int update_fetch(const char *have, const char *offered)
{
    char path[256];
    struct stat st;

    if (!newer(have, offered))
        return 0;
    snprintf(path, sizeof path, UPDATE_DIR "/%s.pkg", offered);
    if (stat(path, &st) == 0 && st.st_size > 0)
        return 0; /* already here */
    fprintf(stderr, "fetching %s\n", path);
    return 1;
}
