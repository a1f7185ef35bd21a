-- The queue of each tenant: the worker serves tenants in turn while runs wait. Claims of single tenants and the list of
-- tenants with queued runs use it.
create index runs_queued_of_tenant on runs (tenant_id, run_id) where status = 'queued';
