/** Records administrative changes that requests make. */
import type { FastifyRequest } from 'fastify'
import type { AuditLog } from '../../domain/audit/audit-log.js'
import type { IdempotencyStatements } from '../../domain/idempotency.js'
import type { AuditAction } from '../../schema/audit.js'
import type { Statement } from '../../store/sql/statement.js'

export type AuditStatements = (resource?: object) => Statement[]

export interface AuditedChange {
  /** The statements of the idempotency key, and the entry of the audit log. */
  idempotencyStatements: IdempotencyStatements<unknown>
  /**
   * For changes whose response is not known before they are written: the path names the resource, and `resource` is what is known of it.
   */
  auditStatements: AuditStatements
  /** Writes the entry after the change if its batch did not contain it. */
  finish: (response: unknown) => Promise<void>
}

/** For a route without `action`, nothing is recorded. */
export const beginAudit = (
  auditLog: AuditLog,
  request: FastifyRequest,
  action: AuditAction | undefined,
): AuditedChange => {
  const { principal, idempotencyStatements } = request
  if (action === undefined)
    return { idempotencyStatements, auditStatements: () => [], finish: async () => undefined }
  const { tenant_id, id, name, credential, user } = principal
  const change = auditLog.begin({
    tenant_id,
    action,
    actor: {
      actor_id: id,
      actor_name: credential?.name ?? name,
      credential: credential?.type ?? (user === undefined ? 'none' : 'user'),
      key_id: credential?.key_id ?? null,
    },
    request_id: request.id,
    // The path of a creation names at most the resource that contains the new one.
    resource_id: action.endsWith('.create')
      ? undefined
      : Object.values(request.params as Record<string, string>)[0],
    body: request.body,
  })
  return {
    idempotencyStatements: (response) => [
      ...idempotencyStatements(response),
      ...change.buildStatements(response),
    ],
    auditStatements: (resource) => change.buildStatements(resource),
    finish: change.finish,
  }
}
