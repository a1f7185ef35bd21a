create table webhooks (
  tenant_id text {bytes} not null,
  webhook_id text {bytes} not null,
  -- What it reads: '' is what the tenant's runs tell; the receiver that single runs name has a topic of its own, its id.
  topic text {bytes} not null,
  url text not null,
  -- The names it asked for, each between spaces, or ' * '.
  events text not null,
  secret text not null,
  -- After a rotation: the secret before, which signs too until then.
  old_secret text,
  old_secret_expires_at bigint,
  description text,
  metadata {json} not null,
  enabled bigint not null,
  disabled_reason text,
  -- Nothing older is told: it was made, or enabled again, at this time.
  since bigint not null,
  -- The last event of its topic that has become a delivery, or was none of its own.
  read_to bigint not null,
  -- The circuit: how often it failed in a row, since when, and until when it is left alone.
  failures bigint not null,
  failing_since bigint,
  paused_until bigint not null,
  revision bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (tenant_id, webhook_id)
);
create index webhooks_newest on webhooks (tenant_id, topic, created_at, webhook_id);

-- The outbox: what is to be told, written once in the batch of what it tells of, however many hear of it.
create table webhook_events (
  event_id text {bytes} not null primary key,
  tenant_id text {bytes} not null,
  topic text {bytes} not null,
  event_type text not null,
  run_id text {bytes},
  -- Of a single run's webhook: where to.
  url text,
  payload text not null,
  created_at bigint not null,
  -- The order in which receivers read. Given after the commit, by one node at a time: a number that was given at the
  -- insert could become visible after a larger one, and a reader that has passed it would never see it.
  seq bigint
);
create index webhook_events_in_order on webhook_events (tenant_id, topic, seq);
create index webhook_events_new on webhook_events (event_id) where seq is null;

create table webhook_sequence (
  id bigint primary key,
  last_seq bigint not null
);
insert into webhook_sequence (id, last_seq) values (1, 0);

-- What a webhook was told, or was tried to be told.
create table webhook_deliveries (
  event_id text {bytes} not null,
  webhook_id text {bytes} not null,
  tenant_id text {bytes} not null,
  event_type text not null,
  run_id text {bytes},
  status text not null,
  attempts bigint not null,
  -- How far it is in the retry schedule; a redelivery begins anew.
  step bigint not null,
  -- While somebody sends it: when that lease ends.
  next_attempt_at bigint not null,
  lease_owner text {bytes},
  last_status bigint,
  last_error text,
  created_at bigint not null,
  delivered_at bigint,
  primary key (event_id, webhook_id)
);
create index webhook_deliveries_due on webhook_deliveries (tenant_id, webhook_id, next_attempt_at)
  where status = 'pending';
create index webhook_deliveries_newest on webhook_deliveries (tenant_id, webhook_id, created_at, event_id);

create table webhook_attempts (
  event_id text {bytes} not null,
  webhook_id text {bytes} not null,
  attempt bigint not null,
  tenant_id text {bytes} not null,
  attempted_at bigint not null,
  latency_ms bigint not null,
  status_code bigint,
  error text,
  response text,
  primary key (event_id, webhook_id, attempt)
);

-- The webhook of a single run.
alter table runs add column webhook text;
