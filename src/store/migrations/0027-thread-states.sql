-- From here on, a large state of a thread is not stored in its row: `state_version` refers to a version in `thread_values`, `state_values`
-- contains the small members of the state, and `state_omitted` the names of the others (store/threads/thread-states.ts). Older programs would
-- take the small members for the whole state.
-- oldest-program: 27

-- The states of older threads are replaced in the background, with the newest run of each thread. This reads only an index of the table, and
-- comes first, because a changed table is locked until the end of the migration.
insert into event_compactions (tenant_id, run_id, position, claimed_until)
select tenant_id, max(run_id), 0, 0 from runs group by tenant_id, thread_id
on conflict (tenant_id, run_id) do nothing;

alter table threads add column state_version text {bytes};
alter table threads add column state_omitted text;
