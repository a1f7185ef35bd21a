create table webhooks (
  tenant_id text {bytes} not null,
  webhook_id text {bytes} not null,
  -- The topic of its events: '' for all events of the tenant. The webhook of a single run's URL has its own ID as topic.
  topic text {bytes} not null,
  url text not null,
  -- The event types it subscribes to, each between spaces, or ' * '.
  events text not null,
  secret text not null,
  -- After a rotation: the previous secret, which also signs until it expires.
  old_secret text,
  old_secret_expires_at bigint,
  description text,
  metadata {json} not null,
  enabled bigint not null,
  disabled_reason text,
  -- When it was created or last enabled; older events are not delivered.
  since bigint not null,
  -- The cursor: the number of the last event of its topic that was read.
  read_to bigint not null,
  -- The circuit breaker: the number of consecutive failures, the time of the first, and the end of the pause.
  failures bigint not null,
  failing_since bigint,
  paused_until bigint not null,
  revision bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (tenant_id, webhook_id)
);
create index webhooks_newest on webhooks (tenant_id, topic, created_at, webhook_id);

-- The transactional outbox: an event is written once, in the same batch as the change it reports, for all subscribers.
create table webhook_events (
  event_id text {bytes} not null primary key,
  tenant_id text {bytes} not null,
  topic text {bytes} not null,
  event_type text not null,
  run_id text {bytes},
  -- For the webhook of a single run: the URL.
  url text,
  payload text not null,
  created_at bigint not null,
  -- The order in which webhooks read. Assigned after the commit, by one node at a time: a number that was assigned at the
  -- insert could become visible after a larger one, and a cursor that has passed it would never return to it.
  seq bigint
);
create index webhook_events_in_order on webhook_events (tenant_id, topic, seq);
create index webhook_events_new on webhook_events (event_id) where seq is null;

create table webhook_sequence (
  id bigint primary key,
  last_seq bigint not null
);
insert into webhook_sequence (id, last_seq) values (1, 0);

-- Deliveries of events to webhooks, attempted or successful.
create table webhook_deliveries (
  event_id text {bytes} not null,
  webhook_id text {bytes} not null,
  tenant_id text {bytes} not null,
  event_type text not null,
  run_id text {bytes},
  status text not null,
  attempts bigint not null,
  -- The position in the retry schedule; a redelivery starts again at 0.
  step bigint not null,
  -- While a node is sending it: when its lease ends.
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

-- The webhook URL of a single run.
alter table runs add column webhook text;
