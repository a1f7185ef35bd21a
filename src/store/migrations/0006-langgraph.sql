-- How a run is to be executed, where the LangGraph dialect says so: config, context, command, checkpoint, stream modes, …
alter table runs add column kwargs text;

-- The state of a thread after its last run of that dialect, and what its tasks asked.
alter table threads add column state_values text;
alter table threads add column interrupts text;
alter table threads add column state_updated_at bigint;
alter table threads add column config text;
-- After how many minutes without use it is removed by itself.
alter table threads add column ttl_minutes double precision;
create index threads_passing on threads (updated_at) where ttl_minutes is not null;

-- Runs that are made at dates.
create table crons (
  tenant_id text {bytes} not null,
  cron_id text {bytes} not null,
  assistant_id text {bytes} not null,
  -- Null: each run has a thread of its own.
  thread_id text {bytes},
  schedule text not null,
  -- Null: UTC.
  timezone text,
  end_time bigint,
  on_run_completed text,
  enabled bigint not null,
  -- What was sent to make it.
  payload text not null,
  metadata {json} not null,
  user_id text,
  -- Null: there is none, because it is over or not enabled.
  next_run_date bigint,
  -- Grows with every change and every run.
  revision bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (tenant_id, cron_id)
);
create index crons_newest on crons (tenant_id, created_at, cron_id);
create index crons_due on crons (next_run_date) where next_run_date is not null;

-- The long-term store: what graphs and clients remember across threads.
create table store_items (
  tenant_id text {bytes} not null,
  -- Each label is followed by a dot, which no label holds: everything under a namespace is one range of this text.
  namespace text {bytes} not null,
  "key" text {bytes} not null,
  value text not null,
  -- What a query looks at: null all of it, 'false' nothing, else a JSON array of paths.
  indexed text,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  ttl_minutes double precision,
  primary key (tenant_id, namespace, "key")
);
create index store_items_expired on store_items (expires_at) where expires_at is not null;

-- Other protocols call assistants by their names.
create index assistants_by_name on assistants (tenant_id, name);

-- Runs of a thread in the order in which they began: what a stream of a thread tells is numbered by it. What was removed keeps
-- its number, so that no number is ever given twice.
alter table runs add column ordinal bigint;
alter table threads add column last_ordinal bigint not null default 0;
create index runs_in_order on runs (tenant_id, thread_id, ordinal) where ordinal is not null;
