/** The retention periods of single assistants and threads, which are a field of those resources in the API. */
import type { RetentionOverrideStore } from '../../store/retention/overrides.js'
import type { Statement } from '../../store/sql/statement.js'
import type { RetainedResource } from '../../store/sql/tables/retention.js'

export const makeRetentionOverrides = (overrides: RetentionOverrideStore, resource: RetainedResource) => ({
  /** For the batch that creates or changes the resource. `undefined` changes nothing, null removes the period. */
  statements(tenant_id: string, resource_id: string, days: number | null | undefined): Statement[] {
    if (days === undefined) return []
    const key = { tenant_id, resource, resource_id }
    return [
      days === null
        ? overrides.removeStatement(key)
        : overrides.putStatement({ ...key, retention_days: days }),
    ]
  },

  /** Returns the days, or null if the resource has no period of its own. */
  async get(tenant_id: string, resource_id: string): Promise<number | null> {
    return (await overrides.listDays(tenant_id, resource, [resource_id])).get(resource_id) ?? null
  },

  list: (tenant_id: string, ids: readonly string[]): Promise<Map<string, number>> =>
    overrides.listDays(tenant_id, resource, ids),
})
