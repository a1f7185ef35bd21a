-- Tokens: {json} is jsonb on PostgreSQL and text on SQLite; it is used only for columns that are filtered by content.
-- {bytes} makes PostgreSQL compare text by bytes whatever the locale of the database, as SQLite does.
-- Every primary key starts with the tenant: clients can choose IDs, and the choice of one tenant must neither collide
-- with that of another nor reveal it.

create table assistants (
  tenant_id text {bytes} not null,
  assistant_id text {bytes} not null,
  version bigint not null,
  last_version bigint not null,
  revision bigint not null,
  graph_id text not null,
  name text not null,
  description text,
  config text not null,
  context text not null,
  graph_schema text not null,
  metadata {json} not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (tenant_id, assistant_id)
);
create index assistants_newest on assistants (tenant_id, created_at, assistant_id);

create table assistant_versions (
  tenant_id text {bytes} not null,
  assistant_id text {bytes} not null,
  version bigint not null,
  graph_id text not null,
  name text not null,
  description text,
  config text not null,
  context text not null,
  graph_schema text not null,
  metadata {json} not null,
  created_at bigint not null,
  primary key (tenant_id, assistant_id, version)
);

create table threads (
  tenant_id text {bytes} not null,
  thread_id text {bytes} not null,
  assistant_id text {bytes},
  title text,
  status text not null,
  temporary bigint not null,
  metadata {json} not null,
  revision bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (tenant_id, thread_id)
);
create index threads_newest on threads (tenant_id, created_at, thread_id) where temporary = 0;

create table messages (
  tenant_id text {bytes} not null,
  message_id text {bytes} not null,
  thread_id text {bytes} not null,
  run_id text {bytes},
  role text not null,
  content text not null,
  metadata {json} not null,
  created_at bigint not null,
  primary key (tenant_id, message_id)
);
create index messages_of_thread on messages (tenant_id, thread_id, created_at, message_id);

create table runs (
  tenant_id text {bytes} not null,
  run_id text {bytes} not null,
  thread_id text {bytes} not null,
  assistant_id text {bytes} not null,
  assistant_version bigint not null,
  status text not null,
  multitask_strategy text not null,
  input text,
  output text,
  error text,
  required_action text,
  resume text,
  metadata {json} not null,
  usage text,
  attempt bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  started_at bigint,
  completed_at bigint,
  primary key (tenant_id, run_id)
);
create index runs_newest on runs (tenant_id, created_at, run_id);
create index runs_of_thread on runs (tenant_id, thread_id, created_at, run_id);
create index runs_of_assistant on runs (tenant_id, assistant_id, created_at, run_id);
-- Most runs are completed; a filter by another status must not scan them.
create index runs_by_status on runs (tenant_id, status, created_at, run_id) where status <> 'completed';
-- The queue. A partial index, so that its cost does not grow with the number of finished runs.
create index runs_queued on runs (run_id) where status = 'queued';

create table api_keys (
  tenant_id text {bytes} not null,
  key_id text {bytes} not null,
  name text not null,
  prefix text not null,
  hash text {bytes} not null unique,
  scopes text not null,
  created_at bigint not null,
  expires_at bigint,
  last_used_at bigint,
  revoked_at bigint,
  primary key (tenant_id, key_id)
);
create index api_keys_newest on api_keys (tenant_id, created_at, key_id);

create table idempotency_keys (
  tenant_id text {bytes} not null,
  route text {bytes} not null,
  idempotency_key text {bytes} not null,
  request_hash text not null,
  claim_id text not null,
  claimed_at bigint not null,
  expires_at bigint not null,
  status bigint,
  response text,
  primary key (tenant_id, route, idempotency_key)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);

-- Shared by all nodes of a cluster. Losing the table in a crash is harmless: a missing bucket is a full one.
create {unlogged} table rate_buckets (
  tenant_id text {bytes} not null,
  bucket text {bytes} not null,
  tokens double precision not null,
  updated_at bigint not null,
  primary key (tenant_id, bucket)
);
