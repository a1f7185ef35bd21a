import { Type } from 'typebox'
import type { AuditLog } from '../../domain/audit/audit-log.js'
import { AuditEntry, AuditPage, AuditQuery } from '../../schema/audit.js'
import { Uuid } from '../../schema/common.js'
import { route, type Route } from '../http/route.js'

const tag = 'Audit log'
const scope = 'admin'

export const auditRoutes = (auditLog: AuditLog): Route[] => [
  route({
    method: 'GET',
    path: '/audit',
    operationId: 'listAuditEntries',
    summary: 'List administrative changes, newest first',
    description:
      'Changes of keys, webhooks, assistants, crons, guardrails, policies, secrets and nodes. Decisions of guardrails are in `GET /governance/audit`.',
    tag,
    scope,
    query: AuditQuery,
    response: AuditPage,
    handle: ({ tenant, query }) => auditLog.list(tenant, query),
  }),
  route({
    method: 'GET',
    path: '/audit/{entry_id}',
    operationId: 'getAuditEntry',
    summary: 'Read an administrative change',
    tag,
    scope,
    params: Type.Object({ entry_id: Uuid }),
    response: AuditEntry,
    handle: ({ tenant, params: { entry_id } }) => auditLog.get(tenant, entry_id),
  }),
]
