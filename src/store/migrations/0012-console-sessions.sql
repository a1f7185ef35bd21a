-- Sessions of the web console. The browser holds the token in a cookie; only its hash is stored.
create table console_sessions (
  tenant_id text {bytes} not null,
  session_id text {bytes} not null,
  hash text {bytes} not null unique,
  name text not null,
  scopes text not null,
  -- The rate-limit bucket of the credential.
  bucket text not null,
  -- The API key that was used to sign in; null if it was a configured key or a JWT.
  key_id text {bytes},
  -- Null if key_id is set. See domain/console-sessions.ts.
  secret_proof text,
  created_at bigint not null,
  expires_at bigint not null,
  -- When the session ends unless it is used; never after expires_at.
  idle_expires_at bigint not null,
  primary key (tenant_id, session_id)
);
create index console_sessions_expired on console_sessions (idle_expires_at);
