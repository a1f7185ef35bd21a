create table datasets (
  tenant_id text {bytes} not null,
  dataset_id text {bytes} not null,
  name text {bytes} not null,
  description text,
  metadata {json} not null,
  -- Incremented by every change to the examples.
  version bigint not null,
  -- The number of examples in this version.
  examples bigint not null,
  -- The examples of this split are visible to administrators only.
  held_out_split text,
  -- Incremented by every other change.
  revision bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (tenant_id, dataset_id)
);
create unique index datasets_name on datasets (tenant_id, name);
create index datasets_newest on datasets (tenant_id, created_at, dataset_id);

create table dataset_versions (
  tenant_id text {bytes} not null,
  dataset_id text {bytes} not null,
  version bigint not null,
  examples bigint not null,
  added bigint not null,
  changed bigint not null,
  removed bigint not null,
  created_at bigint not null,
  primary key (tenant_id, dataset_id, version)
);

-- An example in a range of dataset versions; a change closes the current row and inserts a new one. The primary key
-- serves reads of the dataset at any version.
create table examples (
  tenant_id text {bytes} not null,
  dataset_id text {bytes} not null,
  example_id text {bytes} not null,
  since_version bigint not null,
  -- The first version that no longer contains this row.
  until_version bigint,
  input text not null,
  expected_output text,
  -- A JSON array with each tag on its own line.
  tags text not null,
  split text,
  metadata {json} not null,
  source_run_id text,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (tenant_id, dataset_id, example_id, since_version)
);

create table evaluations (
  tenant_id text {bytes} not null,
  eval_id text {bytes} not null,
  name text not null,
  type text not null,
  status text not null,
  -- A JSON array of assistant_id, version and label; the first is the baseline of a comparison.
  arms text not null,
  dataset_id text {bytes} not null,
  dataset_version bigint not null,
  criteria text not null,
  settings text not null,
  total bigint not null,
  done bigint not null,
  errors bigint not null,
  summary text,
  error text,
  metadata {json} not null,
  -- The node that executes the evaluation, and the end of its lease.
  lease_owner text,
  lease_expires_at bigint,
  fence bigint not null,
  -- Incremented by feedback: a node that is about to suspend the evaluation compares it and reads the results again.
  touched bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  started_at bigint,
  completed_at bigint,
  primary key (tenant_id, eval_id)
);
create index evaluations_newest on evaluations (tenant_id, created_at, eval_id);
create index evaluations_open on evaluations (status, lease_expires_at) where status = 'running';

-- One row for each run: its output and its scores.
create table eval_results (
  tenant_id text {bytes} not null,
  eval_id text {bytes} not null,
  example_id text {bytes} not null,
  arm bigint not null,
  repetition bigint not null,
  run_id text {bytes},
  status text not null,
  passed bigint,
  score double precision,
  scores text not null,
  output text,
  error text,
  latency_ms bigint,
  usage text,
  cost double precision,
  created_at bigint not null,
  primary key (tenant_id, eval_id, example_id, arm, repetition)
);
create index eval_results_status on eval_results (tenant_id, eval_id, status, example_id, arm, repetition);
create index eval_results_run on eval_results (tenant_id, eval_id, run_id);

-- Results that are reserved for a reviewer, so that they are not offered to others meanwhile.
create table eval_reservations (
  tenant_id text {bytes} not null,
  eval_id text {bytes} not null,
  run_id text {bytes} not null,
  reviewer text {bytes} not null,
  expires_at bigint not null,
  primary key (tenant_id, eval_id, run_id, reviewer)
);

-- Human feedback on runs, either on any run or on the runs of an evaluation.
create table feedback (
  tenant_id text {bytes} not null,
  feedback_id text {bytes} not null,
  run_id text {bytes} not null,
  eval_id text {bytes},
  -- 'positive', 'negative' or null.
  rating text,
  -- Scores from 0 to 1 by name of criterion or dimension, as JSON.
  dimensions text not null,
  comment text,
  corrected_output text,
  reviewer text {bytes} not null,
  created_at bigint not null,
  primary key (tenant_id, feedback_id)
);
create index feedback_newest on feedback (tenant_id, created_at, feedback_id);
create index feedback_of_run on feedback (tenant_id, run_id, created_at, feedback_id);
create unique index feedback_of_evaluation on feedback (tenant_id, eval_id, run_id, reviewer) where eval_id is not null;

-- The results of comparing a judge with human labels.
create table judge_calibrations (
  tenant_id text {bytes} not null,
  calibration_id text {bytes} not null,
  -- A hash of the next four columns; finds the calibrations of one judge.
  judge_hash text {bytes} not null,
  -- Null: the judge uses rules, no model.
  model text,
  prompt_version text not null,
  -- A JSON array of names of criteria and hashes of rubrics.
  judged text not null,
  threshold double precision not null,
  -- 'calibrated' or 'uncalibrated'.
  status text not null,
  figures text not null,
  -- The evaluation that the labels come from; null: the request contained them.
  eval_id text {bytes},
  criterion text,
  human_criterion text,
  created_at bigint not null,
  primary key (tenant_id, calibration_id)
);
create index judge_calibrations_newest on judge_calibrations (tenant_id, created_at, calibration_id);
create index judge_calibrations_of_judge on judge_calibrations (tenant_id, judge_hash, created_at, calibration_id);
