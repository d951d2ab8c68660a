resource "aws_kms_key" "documents" {
  description              = "document signing"
  key_usage                = "SIGN_VERIFY"
  customer_master_key_spec = "RSA_4096"
  deletion_window_in_days  = 30
  policy                   = data.aws_iam_policy_document.signers.json
}

resource "aws_kms_alias" "documents" {
  name          = "alias/documents"
  target_key_id = aws_kms_key.documents.key_id
}

resource "tls_private_key" "bastion" {
  algorithm   = "ECDSA"
  ecdsa_curve = "P384"
}

resource "aws_key_pair" "bastion" {
  key_name   = "bastion"
  public_key = tls_private_key.bastion.public_key_openssh
}
