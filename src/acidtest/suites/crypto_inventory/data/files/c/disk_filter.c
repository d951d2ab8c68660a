#include <linux/crypto.h>
#include <linux/module.h>
#include <crypto/hash.h>
#include <crypto/skcipher.h>

struct filter {
	struct crypto_skcipher *enc;
	struct crypto_shash *tag;
};

static int filter_setup(struct filter *f, const u8 *key, const u8 *tag_key, unsigned int n)
{
	int err;

	f->enc = crypto_alloc_skcipher("cbc(des3_ede)", 0, CRYPTO_ALG_ASYNC);
	if (IS_ERR(f->enc))
		return PTR_ERR(f->enc);
	err = crypto_skcipher_setkey(f->enc, key, 24);
	if (err)
		goto drop;
	f->tag = crypto_alloc_shash("hmac(md5)", 0, 0);
	if (IS_ERR(f->tag)) {
		err = PTR_ERR(f->tag);
		goto drop;
	}
	err = crypto_shash_setkey(f->tag, tag_key, n);
	if (!err)
		return 0;
	crypto_free_shash(f->tag);
drop:
	crypto_free_skcipher(f->enc);
	return err;
}
