"""
Reads the user record of a phone-number login: checks it, decrypts its fields, and evens out every spelling that the
specification allows (sections 2.1 and 2.2). Needs Python 3 and the package "cryptography".
"""

import base64
import re

from cryptography.hazmat.primitives import padding
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

# Whether a field travels encrypted, and what it looks like in the clear.
FIELDS = {
    "ci": (True, r"[\x21-\x7e]+"),
    "phoneNo": (True, r"01[0-9]{9}"),
    "name": (True, r"[^\x00-\x1f\x7f-\x9f]+"),
    "gender": (False, r"[FM]"),
    "agegroup": (False, r"0|[1-9]0|1[0-4]0"),
    "birthday": (True, r"[0-9]{4}"),
    "birthdate": (True, r"[0-9]{6}"),
    "foreign": (False, r"[LF]"),
    "telcoCd": (False, r"[SKL]"),
}


def read_user(answer: dict, client_secret: str) -> dict:
    """
    Takes the JSON of GET /v1/user/me. Returns plid, autoLoginYn, autoStatusCheck, and the fields that have a value: after
    an automatic sign-in there is none. A field that is not what section 2.1 describes is left out: one odd value doesn't lock a user
    out. After a wrong client secret every encrypted field is left out. Raises ValueError where the answer is a refusal, or
    names no user.
    """
    if answer.get("code") != "0000":
        raise ValueError(f"The service refused: {answer.get('error')} {answer.get('message')}")
    sent = answer.get("user")
    plid = sent.get("plid") if isinstance(sent, dict) else None
    if not isinstance(plid, str) or plid == "":
        raise ValueError("The answer names no user")
    user = {"plid": plid}
    for flag in ("autoLoginYn", "autoStatusCheck"):
        user[flag] = "Y" if sent.get(flag) == "Y" else "N"
    for name in FIELDS:
        try:
            value = read_field(name, sent.get(name), client_secret)
        except ValueError:
            continue
        if value != "":
            user[name] = value
    return user


def read_field(name: str, sent, client_secret: str) -> str:
    """One field in the clear, empty where it has no value. Raises ValueError where it is not what section 2.1 describes."""
    encrypted, form = FIELDS[name]
    # A field may be missing, null or empty; agegroup may be a number.
    value = "" if sent is None else str(sent)
    # The empty agegroup of an automatic sign-in may come encrypted.
    if value and (encrypted or name == "agegroup" and not re.fullmatch(form, value)):
        value = decrypt(value, client_secret)
    if name == "phoneNo":
        value = mobile_number(value)
    elif name == "name":
        value = value.strip()
    if value and not re.fullmatch(form, value):
        raise ValueError(f"{name} is not what the specification describes")
    return value


def decrypt(value: str, client_secret: str) -> str:
    """
    One encrypted field: Base64 of AES-128-CBC, where key and initialization vector are the first 16 characters of the
    client secret. Raises ValueError where it was not encrypted with this secret.
    """
    key = client_secret[:16].encode()
    decryptor = Cipher(algorithms.AES(key), modes.CBC(key)).decryptor()
    # Other encoders break lines, or write no padding.
    bare = re.sub(r"[ \t\r\n\f]", "", value)
    sent = base64.b64decode(bare + "=" * (-len(bare) % 4), validate=True)
    clear = decryptor.update(sent) + decryptor.finalize()
    unpadder = padding.PKCS7(128).unpadder()
    return (unpadder.update(clear) + unpadder.finalize()).decode("utf-8")


def mobile_number(written: str) -> str:
    """11 digits, whether it came with hyphens or the country code."""
    bare = re.sub(r"[\s().-]", "", written)
    return re.sub(r"^1", "01", re.sub(r"^(\+|00)?82", "", bare))
