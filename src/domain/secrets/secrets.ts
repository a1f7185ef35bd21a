/** Named secrets: written by administrators, referred to by assistants, and never returned. */
import { notFound } from '../../errors.js'
import type { Clock } from '../../platform/clock.js'
import type { Page } from '../../schema/common.js'
import type { Secret, SecretCreate, SecretPut } from '../../schema/secret.js'
import type { SecretStore } from '../../store/secrets/secrets.js'
import type { Row } from '../../store/sql/tables.js'
import { toPage, toPageRequest, type ListQuery } from '../cursor.js'
import { noIdempotencyStatements, type IdempotencyStatements } from '../idempotency.js'
import { rewordConflict } from '../require-resource.js'
import { toIso } from '../row-mappers.js'
import { isSecretName, type Reference, type SecretValues } from './references.js'
import type { SecretPlace, Vault } from './vault.js'

interface Deps {
  secrets: SecretStore
  vault: Vault
  clock: Clock
}

export const toSecretPlace = (tenant_id: string, name: string): SecretPlace => ({
  kind: 'secret',
  tenant_id,
  id: name,
  field: 'value',
})

const toSecret = ({ name, description, created_at, updated_at }: Row<'secrets'>): Secret => ({
  name,
  description,
  created_at: toIso(created_at),
  updated_at: toIso(updated_at),
})

export const makeSecrets = ({ secrets, vault, clock }: Deps) => {
  const newRow = (tenant_id: string, name: string, input: SecretPut): Row<'secrets'> => {
    const now = clock.now()
    return {
      tenant_id,
      name,
      description: input.description ?? null,
      value: vault.seal(input.value, toSecretPlace(tenant_id, name)),
      created_at: now,
      updated_at: now,
    }
  }

  const requireRow = async (tenant_id: string, name: string): Promise<Row<'secrets'>> => {
    const row = isSecretName(name) ? await secrets.get({ tenant_id, name }) : undefined
    if (row === undefined) throw notFound('Secret', name.slice(0, 100))
    return row
  }

  return {
    async create(
      tenant_id: string,
      input: SecretCreate,
      idempotencyStatements: IdempotencyStatements<Secret> = noIdempotencyStatements,
    ): Promise<Secret> {
      const row = newRow(tenant_id, input.name, input)
      await secrets.insert(row, ...idempotencyStatements(toSecret(row))).catch((error: unknown) => {
        throw rewordConflict(error, `Secret ${input.name} already exists; replace its value with PUT`)
      })
      return toSecret(row)
    },

    /** Creates the secret or replaces its value. Runs that start afterwards use the new value. */
    async put(tenant_id: string, name: string, input: SecretPut): Promise<Secret> {
      if (!isSecretName(name)) throw notFound('Secret', name.slice(0, 100))
      return toSecret(await secrets.put(newRow(tenant_id, name, input)))
    },

    get: async (tenant_id: string, name: string): Promise<Secret> =>
      toSecret(await requireRow(tenant_id, name)),

    async list(tenant_id: string, query: ListQuery): Promise<Page<Secret>> {
      const page = toPageRequest('secrets', query)
      const rows = await secrets.list(tenant_id, page)
      return toPage('secrets', page, rows, (row) => ({ at: row.created_at, id: row.name }), toSecret)
    },

    async remove(tenant_id: string, name: string): Promise<{ deleted: true; name: string }> {
      const row = await requireRow(tenant_id, name)
      if (!(await secrets.remove(row))) throw notFound('Secret', name)
      return { deleted: true, name: row.name }
    },

    /** Returns the problems of references to secrets that do not exist, by path. */
    async findProblems(tenant_id: string, references: readonly Reference[]): Promise<Record<string, string>> {
      const problems: Record<string, string> = {}
      for (const { path, name } of references) {
        if (!isSecretName(name))
          problems[path] = `contains \${secret:${name}}, which is not the name of a secret`
        else if ((await secrets.get({ tenant_id, name })) === undefined)
          problems[path] =
            `refers to the secret ${name}, which does not exist; create it with PUT /api/v1/secrets/${name}`
      }
      return problems
    },

    /** Returns the decrypted values; a name without a secret is missing in the result. */
    async readValues(tenant_id: string, names: readonly string[]): Promise<SecretValues> {
      const rows = await Promise.all(names.map((name) => secrets.get({ tenant_id, name })))
      return Object.fromEntries(
        rows.flatMap((row) =>
          row === undefined ? [] : [[row.name, vault.open(row.value, toSecretPlace(tenant_id, row.name))]],
        ),
      )
    },
  }
}

export type Secrets = ReturnType<typeof makeSecrets>
