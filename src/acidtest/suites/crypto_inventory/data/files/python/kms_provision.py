"""Creates the tenant's keys in AWS KMS."""

import boto3

kms = boto3.client("kms", region_name="ap-northeast-2")


def provision(tenant: str) -> dict[str, str]:
    specs = {
        "invoice": {"KeySpec": "RSA_2048", "KeyUsage": "SIGN_VERIFY"},
        "ledger": {"KeySpec": "ECC_NIST_P384", "KeyUsage": "SIGN_VERIFY"},
        "storage": {"KeySpec": "SYMMETRIC_DEFAULT", "KeyUsage": "ENCRYPT_DECRYPT"},
    }
    made = {}
    for role, spec in specs.items():
        answer = kms.create_key(Description=f"{tenant}/{role}", **spec)
        key_id = answer["KeyMetadata"]["KeyId"]
        kms.create_alias(AliasName=f"alias/{tenant}-{role}", TargetKeyId=key_id)
        made[role] = key_id
    return made


def sign_invoice(key_id: str, digest: bytes) -> bytes:
    answer = kms.sign(
        KeyId=key_id,
        Message=digest,
        MessageType="DIGEST",
        SigningAlgorithm="RSASSA_PKCS1_V1_5_SHA_256",
    )
    return answer["Signature"]
