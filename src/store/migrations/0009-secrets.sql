-- Named secrets of a tenant, which assistants refer to as ${secret:NAME}.
create table secrets (
  tenant_id text {bytes} not null,
  name text {bytes} not null,
  description text,
  -- Encrypted; see platform/encryption/key-ring.ts.
  value text not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (tenant_id, name)
);
create index secrets_newest on secrets (tenant_id, created_at, name);

-- The keys that stored secrets may be encrypted with. A key is removed when a scan of all secrets has found none of it.
create table encryption_keys (
  key_id text {bytes} primary key,
  -- When a node last ran with this key as the one that encrypts.
  last_used_at bigint not null
);

-- Secrets that earlier versions stored without encryption count as secrets of the key "plaintext".
insert into encryption_keys (key_id, last_used_at) values ('plaintext', 0);
