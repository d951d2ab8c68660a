import hashlib

token = hashlib.md5(b"session").hexdigest()
