"""A login of an application in Python, at the sandbox. It needs Python 3.9 or later and nothing else: python3 -m unittest test_login.py"""

import base64
import json
import os
import subprocess
import unittest
from urllib.parse import urlencode
from urllib.request import Request, urlopen


class PlidSandbox:
    """The sandbox, over HTTP: one that runs at PLID_SERVICE, or one of its own."""

    def __init__(self, *words):
        self.url, self.process = os.environ.get("PLID_SERVICE"), None
        if self.url is None:
            command = ["npx", "--no", "plid", "sandbox", "--port", "0", *words]
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            # plid sandbox is ready: http://localhost:40001
            self.url = self.process.stdout.readline().split()[-1]

    def ask(self, method, path, body=None):
        """One call of docs/sandbox/api.md, such as ask("POST", "/clock", {"advance": 601})."""
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self.url}/sandbox{path}", data, {"Content-Type": "application/json"}, method=method)
        with urlopen(request) as answer:
            return json.load(answer)

    def sign_in(self, phone_no, client_id):
        """A whole sign-in through the real pages."""
        return self.ask("POST", "/sign-in", {"phoneNo": phone_no, "client_id": client_id})

    def stop(self):
        if self.process is not None:
            self.process.terminate()
            self.process.communicate()


class LoginTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.sandbox = PlidSandbox("--seed", "seed.json")
        cls.addClassCleanup(cls.sandbox.stop)

    def setUp(self):
        [self.application, *_] = self.sandbox.ask("POST", "/reset", {})["applications"]

    def exchange(self, code):
        """The client under test: whatever your application uses takes its place."""
        credentials = f"{self.application['client_id']}:{self.application['client_secret']}"
        headers = {"Authorization": f"Basic {base64.b64encode(credentials.encode()).decode()}"}
        form = urlencode({"grant_type": "authorization_code", "code": code}).encode()
        with urlopen(Request(f"{self.sandbox.url}/oauth2/token", form, headers)) as answer:
            return json.load(answer)

    def test_a_code_becomes_a_token(self):
        signed_in = self.sandbox.sign_in("01012345678", self.application["client_id"])
        self.assertEqual(self.exchange(signed_in["code"])["token_type"], "bearer")

    def test_who_denies_is_not_signed_in(self):
        denied = self.sandbox.sign_in("01000000005", self.application["client_id"])
        self.assertEqual(denied["error"], "access_denied")

    def test_a_code_ends_after_a_minute(self):
        signed_in = self.sandbox.sign_in("01012345678", self.application["client_id"])
        self.sandbox.ask("POST", "/clock", {"advance": 61})
        with self.assertRaises(OSError):
            self.exchange(signed_in["code"])


if __name__ == "__main__":
    unittest.main()
