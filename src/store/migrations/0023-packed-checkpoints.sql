-- From here on, the checkpoints of a run that has ended are stored compressed, with their writes (store/packing/). A row with `packed`
-- contains the checkpoints from `first_checkpoint_id` to its own. Older programs cannot read it.
-- oldest-program: 23
alter table checkpoints add column first_checkpoint_id text {bytes};
alter table checkpoints add column packed_count bigint;
alter table checkpoints add column packed {blob};
