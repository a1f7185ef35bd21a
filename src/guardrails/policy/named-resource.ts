/**
 * The operations that guardrails and policies share. Both have a unique name in their tenant and come from the API or,
 * read-only, from GUARDRAILS_FILE. A reference is an ID or a name.
 */
import type { Clock } from '../../platform/clock.js'
import { AppError, notFound } from '../../errors.js'
import { isStorable, type Page } from '../../schema/common.js'
import type { Source } from '../../schema/guardrail-resource.js'
import type { PageRequest } from '../../store/sql/page.js'
import type { Statement } from '../../store/sql/statement.js'
import { toPageRequest, toPage, type ListQuery } from '../../domain/cursor.js'
import { rewordConflict } from '../../domain/require-resource.js'
import { retryOnConflict } from '../../domain/retry-on-conflict.js'
import type { IdempotencyStatements } from '../../domain/idempotency.js'
import { paginateFile } from './paginate-file.js'
import type { GuardrailResolver } from './guardrail-resolver.js'

interface NamedRow {
  tenant_id: string
  name: string
  revision: number
  created_at: number
  updated_at: number
}

interface NamedResourceDeps<Row extends NamedRow, Resource> {
  /** For messages. */
  kind: 'Guardrail' | 'Policy'
  listKey: 'guardrails' | 'policies'
  store: {
    getByName(tenant_id: string, name: string): Promise<Row | undefined>
    list(tenant_id: string, page: PageRequest): Promise<Row[]>
    insert(row: Row, ...extraStatements: Statement[]): Promise<void>
    replace(row: Row, oldRevision: number): Promise<boolean>
    remove(row: Row): Promise<boolean>
  }
  getById(tenant_id: string, id: string): Promise<Row | undefined>
  getId(row: Row): string
  toResource(row: Row): Resource
  listFromFile(): Resource[]
  guardrailResolver: GuardrailResolver
  clock: Clock
}

export const makeNamedResource = <Row extends NamedRow, Resource extends { id: string; name: string }>({
  kind,
  listKey,
  store,
  getById,
  getId,
  toResource,
  listFromFile,
  guardrailResolver,
  clock,
}: NamedResourceDeps<Row, Resource>) => {
  const findInFile = (reference: string): Resource | undefined =>
    listFromFile().find(({ id, name }) => id === reference.toLowerCase() || name === reference)

  const findRow = async (tenant_id: string, reference: string): Promise<Row | undefined> => {
    if (!isStorable(reference)) return undefined
    const byId = await getById(tenant_id, reference.toLowerCase())
    return byId ?? (await store.getByName(tenant_id, reference))
  }

  const requireRow = async (tenant_id: string, reference: string): Promise<Row> => {
    const row = await findRow(tenant_id, reference)
    if (row !== undefined) return row
    if (findInFile(reference) === undefined) throw notFound(kind, reference)
    const message = `${kind} ${reference} is defined in GUARDRAILS_FILE; change it there`
    throw new AppError('resource_conflict', message, { source: 'file' })
  }

  const withNameConflict = async <T>(name: string, write: Promise<T>): Promise<T> => {
    try {
      return await write
    } catch (error) {
      throw rewordConflict(error, `${kind} ${name} already exists`)
    }
  }

  return {
    requireRow,

    /** The unique index of the store does not cover the names in the file. */
    checkNotInFile(name: string): void {
      if (listFromFile().some((resource) => resource.name === name))
        throw new AppError('resource_conflict', `${kind} ${name} already exists in GUARDRAILS_FILE`)
    },

    async create(row: Row, idempotencyStatements: IdempotencyStatements<Resource>): Promise<Resource> {
      const resource = toResource(row)
      await withNameConflict(row.name, store.insert(row, ...idempotencyStatements(resource)))
      guardrailResolver.invalidate(row.tenant_id)
      return resource
    },

    async get(tenant_id: string, reference: string): Promise<Resource> {
      const row = await findRow(tenant_id, reference)
      const resource = row === undefined ? findInFile(reference) : toResource(row)
      if (resource === undefined) throw notFound(kind, reference)
      return resource
    },

    async list(
      tenant_id: string,
      { source = 'api', ...query }: ListQuery & { source?: Source },
    ): Promise<Page<Resource>> {
      if (source === 'file') return paginateFile(`${listKey}?file`, query, listFromFile())
      const page = toPageRequest(listKey, query)
      const rows = await store.list(tenant_id, page)
      return toPage(listKey, page, rows, (row) => ({ at: row.created_at, id: getId(row) }), toResource)
    },

    /** `change` validates and returns the changed row; it runs again if another request changed the row meanwhile. */
    update(
      tenant_id: string,
      reference: string,
      change: (current: Row) => Row | Promise<Row>,
    ): Promise<Resource> {
      return retryOnConflict(async () => {
        const current = await requireRow(tenant_id, reference)
        const changed = await change(current)
        const updated = { ...changed, revision: current.revision + 1, updated_at: clock.now() }
        const isReplaced = await withNameConflict(updated.name, store.replace(updated, current.revision))
        guardrailResolver.invalidate(tenant_id)
        return isReplaced ? toResource(updated) : undefined
      })
    },

    async remove(row: Row, reference: string): Promise<void> {
      if (!(await store.remove(row))) throw notFound(kind, reference)
      guardrailResolver.invalidate(row.tenant_id)
    },
  }
}
