-- The lease of a run: who executes it, until when, and the number that fences out whoever held it before. `attempt`
-- counts what its users see; `fence` grows with every claim and never shrinks, not even when a drain hands a run back.
alter table runs add column fence bigint not null default 0;
-- Claims since the run last got on: a run that makes progress may lose any number of workers.
alter table runs add column tries bigint not null default 0;
alter table runs add column lease_owner text {bytes};
alter table runs add column lease_expires_at bigint;
-- A run may be made to start later.
alter table runs add column available_at bigint not null default 0;
-- When a run that waits for input is given up; null: never.
alter table runs add column action_expires_at bigint;

-- One run of a thread at a time: the claim sees to it, and this makes it impossible to get wrong.
create unique index runs_one_a_thread on runs (tenant_id, thread_id) where status = 'in_progress';
create index runs_unfinished on runs (tenant_id, thread_id, run_id)
  where status in ('queued', 'in_progress', 'requires_action');
create index runs_leases on runs (lease_expires_at) where status = 'in_progress';
create index runs_delayed on runs (available_at) where status = 'queued' and available_at > 0;
create index runs_expiring on runs (action_expires_at) where status = 'requires_action' and action_expires_at > 0;

-- Messages that no run has taken in yet.
create index messages_new on messages (tenant_id, thread_id, message_id) where run_id is null;

-- What happened in a run, numbered without gaps. A row holds all that was stored by one write (`first_seq` to
-- `last_seq`), so that a stream of tokens costs one row a few milliseconds and not one a token.
create table run_events (
  tenant_id text {bytes} not null,
  run_id text {bytes} not null,
  last_seq bigint not null,
  first_seq bigint not null,
  events text not null,
  primary key (tenant_id, run_id, last_seq)
);

-- The state of a thread after each step. Small channel values lie in the checkpoint itself; larger ones in
-- checkpoint_values, once for each version, because most of them do not change from step to step.
create table checkpoints (
  tenant_id text {bytes} not null,
  thread_id text {bytes} not null,
  checkpoint_ns text {bytes} not null,
  checkpoint_id text {bytes} not null,
  parent_checkpoint_id text {bytes},
  run_id text {bytes},
  checkpoint text not null,
  metadata text not null,
  created_at bigint not null,
  primary key (tenant_id, thread_id, checkpoint_ns, checkpoint_id)
);
create index checkpoints_of_run on checkpoints (tenant_id, run_id);

create table checkpoint_values (
  tenant_id text {bytes} not null,
  thread_id text {bytes} not null,
  checkpoint_ns text {bytes} not null,
  channel text {bytes} not null,
  version text {bytes} not null,
  value text not null,
  primary key (tenant_id, thread_id, checkpoint_ns, channel, version)
);

-- What the tasks of a step wrote before the step was over: a finished task is not run again.
create table checkpoint_writes (
  tenant_id text {bytes} not null,
  thread_id text {bytes} not null,
  checkpoint_ns text {bytes} not null,
  checkpoint_id text {bytes} not null,
  task_id text {bytes} not null,
  idx bigint not null,
  channel text not null,
  value text not null,
  primary key (tenant_id, thread_id, checkpoint_ns, checkpoint_id, task_id, idx)
);
