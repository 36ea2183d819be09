"""A relying party with a Python library: it prints the URL of a sign-in, reads its callback URL, and prints the claims, or the error."""
import json
import os
import sys
from urllib.parse import parse_qs, urlsplit
from urllib.request import urlopen

SERVICE, REDIRECT_URI = os.environ['SERVICE'], os.environ['REDIRECT_URI']
CLIENT_ID, CLIENT_SECRET = os.environ['CLIENT_ID'], os.environ['CLIENT_SECRET']
SCOPE = ['openid', 'profile', 'phone']
METADATA = json.load(urlopen(f'{SERVICE}/.well-known/openid-configuration'))
# Both libraries insist on https, which a deployed service has.
os.environ['AUTHLIB_INSECURE_TRANSPORT'] = os.environ['OAUTHLIB_INSECURE_TRANSPORT'] = '1'


def ask(url):
    print(url, flush=True)
    return sys.stdin.readline().strip()


def query_of(url):
    return {name: value for name, [value] in parse_qs(urlsplit(url).query).items()}


def authlib():
    from authlib.integrations.requests_client import OAuth2Session
    from authlib.jose import JsonWebKey, jwt
    from authlib.oidc.core import CodeIDToken

    session = OAuth2Session(CLIENT_ID, CLIENT_SECRET, scope=' '.join(SCOPE), redirect_uri=REDIRECT_URI,
                            code_challenge_method='S256')
    verifier = 'v' * 43
    url, _ = session.create_authorization_url(METADATA['authorization_endpoint'], nonce='a nonce', code_verifier=verifier)
    callback = ask(url)
    # Its session leaves errors to the web framework.
    if 'error' in query_of(callback):
        raise ValueError(query_of(callback)['error_description'])
    token = session.fetch_token(METADATA['token_endpoint'], authorization_response=callback, code_verifier=verifier)
    keys = JsonWebKey.import_key_set(json.load(urlopen(METADATA['jwks_uri'])))
    expected = {'iss': {'essential': True, 'value': METADATA['issuer']}, 'aud': {'essential': True, 'value': CLIENT_ID}}
    claims = jwt.decode(token['id_token'], keys, claims_cls=CodeIDToken, claims_options=expected,
                        claims_params={'nonce': 'a nonce', 'access_token': token['access_token']})
    claims.validate(leeway=60)
    return session.get(METADATA['userinfo_endpoint']).json()


def requests_oauthlib():
    from requests_oauthlib import OAuth2Session

    session = OAuth2Session(CLIENT_ID, scope=SCOPE, redirect_uri=REDIRECT_URI)
    url, _ = session.authorization_url(METADATA['authorization_endpoint'])
    session.fetch_token(METADATA['token_endpoint'], authorization_response=ask(url), client_secret=CLIENT_SECRET)
    return session.get(METADATA['userinfo_endpoint']).json()


def social_core():
    from social_core.backends.open_id_connect import OpenIdConnectAuth
    from social_core.storage import BaseStorage
    from social_core.strategy import BaseStrategy

    class Strategy(BaseStrategy):
        """Keeps settings, the session, and the request in memory, in place of a web framework."""
        settings = {'KEY': CLIENT_ID, 'SECRET': CLIENT_SECRET, 'OIDC_ENDPOINT': SERVICE, 'SCOPE': SCOPE}
        kept, data = {}, {}

        def get_setting(self, name):
            return self.settings[name.replace('SOCIAL_AUTH_OIDC_', '')]

        def request_data(self, merge=True):
            return self.data

        def session_get(self, name, default=None):
            return self.kept.get(name, default)

        def session_set(self, name, value):
            self.kept[name] = value

        def authenticate(self, backend, *args, **kwargs):
            return kwargs['response']

        def build_absolute_uri(self, path=None):
            return path

    class Storage(BaseStorage):
        class association:
            """Keeps the nonce of the sign-in."""
            kept = []

            @classmethod
            def store(cls, server_url, association):
                association.id = len(cls.kept)
                cls.kept.append(association)

            @classmethod
            def get(cls, server_url=None, handle=None):
                return [one for one in cls.kept if one.handle == handle]

            @classmethod
            def remove(cls, ids):
                cls.kept.clear()

    strategy = Strategy(Storage)
    backend = OpenIdConnectAuth(strategy, REDIRECT_URI)
    backend.data = strategy.data = query_of(ask(backend.auth_url()))
    response = backend.auth_complete()
    return {**response, **backend.get_user_details(response)}


try:
    answer = globals()[sys.argv[1]]()
except Exception as failure:  # The test reads what the library reports.
    answer = {'error': f'{type(failure).__name__}: {failure}'}
print(json.dumps(answer), flush=True)
