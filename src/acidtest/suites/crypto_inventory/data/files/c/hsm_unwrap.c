#include <string.h>
#include "pkcs11.h"

extern CK_FUNCTION_LIST_PTR p11;

CK_RV hsm_unwrap(CK_SESSION_HANDLE s, CK_OBJECT_HANDLE wrapping, CK_BYTE_PTR blob, CK_ULONG n,
                 CK_OBJECT_HANDLE *key)
{
    CK_RSA_PKCS_OAEP_PARAMS oaep = {CKM_SHA256, CKG_MGF1_SHA256, CKZ_DATA_SPECIFIED, NULL_PTR, 0};
    CK_MECHANISM mech = {CKM_RSA_PKCS_OAEP, &oaep, sizeof oaep};
    CK_OBJECT_CLASS class = CKO_SECRET_KEY;
    CK_KEY_TYPE type = CKK_AES;
    CK_BBOOL yes = CK_TRUE;
    CK_ULONG len = 32;
    CK_ATTRIBUTE attrs[] = {
        {CKA_CLASS, &class, sizeof class}, {CKA_KEY_TYPE, &type, sizeof type},
        {CKA_VALUE_LEN, &len, sizeof len}, {CKA_DECRYPT, &yes, sizeof yes},
    };

    return p11->C_UnwrapKey(s, &mech, wrapping, blob, n, attrs, sizeof attrs / sizeof *attrs, key);
}

CK_RV hsm_decrypt(CK_SESSION_HANDLE s, CK_OBJECT_HANDLE key, CK_BYTE_PTR iv, CK_BYTE_PTR in, CK_ULONG n,
                  CK_BYTE_PTR out, CK_ULONG *out_n)
{
    CK_MECHANISM mech = {CKM_AES_CBC_PAD, iv, 16};
    CK_RV rv = p11->C_DecryptInit(s, &mech, key);

    return rv == CKR_OK ? p11->C_Decrypt(s, in, n, out, out_n) : rv;
}
