-- The same as migration 25 for the values that the outputs of runs refer to.
-- oldest-program: 26

-- The values of older threads are packed in the background, with the newest run of each thread. This reads only an index of the table, and
-- comes first, because a changed table is locked until the end of the migration.
insert into event_compactions (tenant_id, run_id, position, claimed_until)
select tenant_id, max(run_id), 0, 0 from runs group by tenant_id, thread_id
on conflict (tenant_id, run_id) do nothing;

alter table thread_values add column first_number double precision;
alter table thread_values add column last_number double precision;
alter table thread_values add column packed {blob};
