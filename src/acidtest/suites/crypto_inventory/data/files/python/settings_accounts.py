"""Django settings: accounts."""

import sys

AUTH_USER_MODEL = "accounts.Member"
LOGIN_URL = "/enter/"
SESSION_COOKIE_SECURE = True
SESSION_COOKIE_AGE = 60 * 60 * 12

PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
    "django.contrib.auth.hashers.BCryptSHA256PasswordHasher",
]

if "test" in sys.argv:
    # keeps the test run short
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
