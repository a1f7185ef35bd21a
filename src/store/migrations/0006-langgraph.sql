-- Execution options of a run that was started through the LangGraph API: config, context, command, checkpoint, stream modes, …
alter table runs add column kwargs text;

-- The state of a thread after its last run through the LangGraph API, and its pending interrupts.
alter table threads add column state_values text;
alter table threads add column interrupts text;
alter table threads add column state_updated_at bigint;
alter table threads add column config text;
-- The thread is removed after this many minutes without use.
alter table threads add column ttl_minutes double precision;
create index threads_passing on threads (updated_at) where ttl_minutes is not null;

-- Crons: scheduled runs.
create table crons (
  tenant_id text {bytes} not null,
  cron_id text {bytes} not null,
  assistant_id text {bytes} not null,
  -- Null: each run gets a new thread.
  thread_id text {bytes},
  schedule text not null,
  -- Null: UTC.
  timezone text,
  end_time bigint,
  on_run_completed text,
  enabled bigint not null,
  -- The body of the request that created it.
  payload text not null,
  metadata {json} not null,
  user_id text,
  -- Null: no run is due, because the cron has ended or is disabled.
  next_run_date bigint,
  -- Incremented by every change and every run.
  revision bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (tenant_id, cron_id)
);
create index crons_newest on crons (tenant_id, created_at, cron_id);
create index crons_due on crons (next_run_date) where next_run_date is not null;

-- LangGraph store items: values that graphs and clients keep across threads.
create table store_items (
  tenant_id text {bytes} not null,
  -- Each label is followed by a dot, which no label contains, so all items under a namespace are one range of this text.
  namespace text {bytes} not null,
  "key" text {bytes} not null,
  value text not null,
  -- The paths that a text query searches, as a JSON array; null: the whole value; 'false': the item is not searched.
  indexed text,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  ttl_minutes double precision,
  primary key (tenant_id, namespace, "key")
);
create index store_items_expired on store_items (expires_at) where expires_at is not null;

-- The OpenAI API, MCP and A2A address assistants by name.
create index assistants_by_name on assistants (tenant_id, name);

-- The position of a run among the runs of its thread, in the order in which they started; the event stream of a thread is
-- numbered by it. The ordinal of a removed run is not assigned again.
alter table runs add column ordinal bigint;
alter table threads add column last_ordinal bigint not null default 0;
create index runs_in_order on runs (tenant_id, thread_id, ordinal) where ordinal is not null;
