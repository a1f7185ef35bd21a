/** Guardrail policies that were created through the API. */
import type { Database } from '../sql/database.js'
import type { Row } from '../sql/tables.js'
import { makeNamedResourceStore } from './named-resource.js'

export type PolicyRow = Row<'policies'>

export const makePolicyStore = (db: Database) =>
  makeNamedResourceStore(db, {
    table: 'policies',
    idColumn: 'policy_id',
    updatable: ['name', 'guardrails', 'audit_level', 'retention_days', 'metadata', 'revision', 'updated_at'],
  })

export type PolicyStore = ReturnType<typeof makePolicyStore>
