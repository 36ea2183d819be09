-- The application's users. `identity` is sealed with the gateway's keys; `ci_index` is an HMAC of the ci.
CREATE TABLE users (
  plid TEXT PRIMARY KEY,
  ci_index TEXT,
  identity TEXT NOT NULL,
  first_login INTEGER NOT NULL,
  last_login INTEGER NOT NULL
) STRICT;
CREATE INDEX users_by_ci ON users (ci_index);

-- One row per sign-in, from its callback on. `id` is the SHA-256 of the session's secret.
-- status: pending (the code is being exchanged), active, ended (logged out), failed (why: `failure`), proxied (the
-- code went through the token proxy, so that no session comes of it). Times in seconds since 1970.
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  status TEXT NOT NULL,
  plid TEXT,
  autoLoginYn TEXT,
  autoStatusCheck TEXT,
  failure TEXT,
  agent TEXT NOT NULL,
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_by_plid ON sessions (plid);
CREATE INDEX sessions_by_expiry ON sessions (expires);
