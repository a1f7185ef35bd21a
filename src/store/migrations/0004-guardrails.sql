create table guardrails (
  tenant_id text {bytes} not null,
  guardrail_id text {bytes} not null,
  name text {bytes} not null,
  type text not null,
  enabled bigint not null,
  -- 'all': applies to every run of the tenant. 'named': applies where an assistant or policy names it.
  applies_to text not null,
  config text not null,
  revision bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (tenant_id, guardrail_id)
);
create unique index guardrails_name on guardrails (tenant_id, name);
create index guardrails_newest on guardrails (tenant_id, created_at, guardrail_id);

create table policies (
  tenant_id text {bytes} not null,
  policy_id text {bytes} not null,
  name text {bytes} not null,
  -- A JSON array of guardrail names and inline definitions.
  guardrails text not null,
  audit_level text not null,
  retention_days bigint not null,
  metadata {json} not null,
  revision bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (tenant_id, policy_id)
);
create unique index policies_name on policies (tenant_id, name);
create index policies_newest on policies (tenant_id, created_at, policy_id);

-- The guardrail outcomes of the runs of a UTC day (in days since 1970). Each day has several rows (shards), so that runs
-- which end at the same time do not wait for the same row lock.
create table guardrail_requests (
  tenant_id text {bytes} not null,
  day bigint not null,
  shard bigint not null,
  passed bigint not null,
  flagged bigint not null,
  blocked bigint not null,
  latency_us bigint not null,
  primary key (tenant_id, day, shard)
);

create table guardrail_counts (
  tenant_id text {bytes} not null,
  day bigint not null,
  shard bigint not null,
  name text {bytes} not null,
  -- '' for checks without a finding.
  action text {bytes} not null,
  checks bigint not null,
  triggers bigint not null,
  latency_us bigint not null,
  primary key (tenant_id, day, shard, name, action)
);

-- The audit log.
create table guardrail_decisions (
  tenant_id text {bytes} not null,
  decision_id text {bytes} not null,
  run_id text {bytes} not null,
  thread_id text {bytes} not null,
  assistant_id text {bytes} not null,
  guardrail text {bytes} not null,
  type text not null,
  stage text not null,
  action text not null,
  category text not null,
  score double precision,
  detector text not null,
  reason text not null,
  policy text,
  set_hash text not null,
  spans text not null,
  text_hash text,
  text_before text,
  text_after text,
  tool_call_id text,
  latency_us bigint not null,
  verdict text,
  reviewer text,
  note text,
  reviewed_at bigint,
  created_at bigint not null,
  expires_at bigint not null,
  primary key (tenant_id, decision_id)
);
create index guardrail_decisions_newest on guardrail_decisions (tenant_id, created_at, decision_id);
create index guardrail_decisions_of_run on guardrail_decisions (tenant_id, run_id, created_at, decision_id);
create index guardrail_decisions_expiring on guardrail_decisions (expires_at);
create index guardrail_decisions_reviewed on guardrail_decisions (tenant_id, verdict) where verdict is not null;

-- Observations of outputs: the baseline of anomaly detection.
create table guardrail_observations (
  tenant_id text {bytes} not null,
  assistant_id text {bytes} not null,
  observation_id text {bytes} not null,
  value text not null,
  created_at bigint not null,
  primary key (tenant_id, assistant_id, observation_id)
);

-- Tokens by hour (in hours since 1970), for a thread or an assistant.
create table guardrail_spend (
  tenant_id text {bytes} not null,
  scope_id text {bytes} not null,
  hour bigint not null,
  shard bigint not null,
  model text {bytes} not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  primary key (tenant_id, scope_id, hour, shard, model)
);
create index guardrail_spend_oldest on guardrail_spend (hour);

-- The key for the hashes of texts in the audit log: without a key, a short text could be guessed from its hash.
create table guardrail_keys (
  tenant_id text {bytes} not null primary key,
  hash_key text not null
);

-- 'passed', 'flagged' or 'blocked' after guardrails have checked the run.
alter table runs add column guardrail_outcome text;
