-- How often a worker died while it held the run, since the run's last checkpoint. Such a death counts against the run (`tries`)
-- only if one of its nodes had started in that claim.
alter table runs add column crashes bigint not null default 0;
-- The fence of the last claim in which a node has started.
alter table runs add column node_started_fence bigint;
-- Before this migration, `tries` was incremented by every claim.
update runs set tries = 0 where status in ('queued', 'in_progress', 'requires_action');
