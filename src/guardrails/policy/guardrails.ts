/** Guardrails as a resource: those that are made over HTTP are changed here, those of the file are only read. */
import type { Clock } from '../../platform/clock.js'
import { AppError, notFound } from '../../errors.js'
import { validateDefinitionConfig } from '../rules/validate-definition.js'
import { newId } from '../../platform/ids.js'
import { isStorable, type Page } from '../../schema/common.js'
import type { GuardrailDefinition } from '../../schema/guardrail.js'
import type { Guardrail, GuardrailCreate, GuardrailUpdate, Source } from '../../schema/guardrail-resource.js'
import type { GuardrailRow, GuardrailStore } from '../../store/guardrails/definitions.js'
import type { PolicyStore } from '../../store/guardrails/policies.js'
import { toPageRequest, toPage, type ListQuery } from '../../domain/cursor.js'
import { rewordConflict } from '../../domain/require-resource.js'
import { retryOnConflict } from '../../domain/retry-on-conflict.js'
import { noIdempotencyStatements, type IdempotencyStatements } from '../../domain/idempotency.js'
import { prefixPaths } from './validate-guardrail-list.js'
import { paginateFile } from './paginate-file.js'
import type { GuardrailFile } from './guardrail-file.js'
import { toBundle, toDefinition, toFileGuardrail, toGuardrail } from './row-mappers.js'
import { throwIfInvalid, type GuardrailResolver } from './guardrail-resolver.js'

interface GuardrailsDeps {
  guardrails: GuardrailStore
  policies: PolicyStore
  guardrailResolver: GuardrailResolver
  file: GuardrailFile
  clock: Clock
}

const nameTakenMessage = (name: string): string => `there is a guardrail ${name} already`

export const makeGuardrails = ({ guardrails, policies, guardrailResolver, file, clock }: GuardrailsDeps) => {
  const listFileGuardrails = (): Guardrail[] =>
    file.content().guardrails.map((guardrail) => toFileGuardrail(guardrail, file.loadedAt()))

  const findInFile = (reference: string): Guardrail | undefined =>
    listFileGuardrails().find(({ id, name }) => id === reference.toLowerCase() || name === reference)

  /** By its id or its name. */
  const findRow = async (tenant_id: string, reference: string): Promise<GuardrailRow | undefined> => {
    if (!isStorable(reference)) return undefined
    const byId = await guardrails.get({ tenant_id, guardrail_id: reference.toLowerCase() })
    return byId ?? (await guardrails.getByName(tenant_id, reference))
  }

  const requireRow = async (tenant_id: string, reference: string): Promise<GuardrailRow> => {
    const row = await findRow(tenant_id, reference)
    if (row !== undefined) return row
    if (findInFile(reference) !== undefined)
      throw new AppError(
        'resource_conflict',
        'the guardrail comes from GUARDRAILS_FILE and is changed there',
        {
          source: 'file',
        },
      )
    throw notFound('Guardrail', reference)
  }

  const validate = async (definition: GuardrailDefinition): Promise<void> => {
    throwIfInvalid(prefixPaths('config', await validateDefinitionConfig(definition)))
  }
  const checkNameIsFree = (name: string): void => {
    if (file.content().guardrails.some((guardrail) => guardrail.name === name))
      throw new AppError('resource_conflict', `${nameTakenMessage(name)}, in GUARDRAILS_FILE`)
  }
  /** One that is of no use without it would stop every run that it applies to. */
  const checkUnused = async (tenant_id: string, name: string): Promise<void> => {
    const policy = (await policies.listAll(tenant_id)).find((row) => toBundle(row).guardrails.includes(name))
    if (policy !== undefined)
      throw new AppError('resource_conflict', `the policy ${policy.name} names the guardrail ${name}`, {
        policy: policy.name,
      })
  }

  return {
    async create(
      tenant_id: string,
      input: GuardrailCreate,
      idempotencyStatements: IdempotencyStatements<Guardrail> = noIdempotencyStatements,
    ): Promise<Guardrail> {
      await validate(input)
      checkNameIsFree(input.name)
      const now = clock.now()
      const row: GuardrailRow = {
        tenant_id,
        guardrail_id: newId(),
        name: input.name,
        type: input.type,
        enabled: input.enabled === false ? 0 : 1,
        applies_to: input.applies_to ?? 'all',
        config: JSON.stringify(input.config ?? {}),
        revision: 1,
        created_at: now,
        updated_at: now,
      }
      const guardrail = toGuardrail(row)
      await guardrails.insert(row, ...idempotencyStatements(guardrail)).catch((error: unknown) => {
        throw rewordConflict(error, nameTakenMessage(input.name))
      })
      guardrailResolver.invalidate(tenant_id)
      return guardrail
    },

    async get(tenant_id: string, reference: string): Promise<Guardrail> {
      const row = await findRow(tenant_id, reference)
      const guardrail = row === undefined ? findInFile(reference) : toGuardrail(row)
      if (guardrail === undefined) throw notFound('Guardrail', reference)
      return guardrail
    },

    async list(
      tenant_id: string,
      { source = 'api', ...query }: ListQuery & { source?: Source },
    ): Promise<Page<Guardrail>> {
      if (source === 'file') return paginateFile('guardrails?file', query, listFileGuardrails())
      const page = toPageRequest('guardrails', query)
      const rows = await guardrails.list(tenant_id, page)
      const toPosition = (row: GuardrailRow) => ({ at: row.created_at, id: row.guardrail_id })
      return toPage('guardrails', page, rows, toPosition, toGuardrail)
    },

    update(tenant_id: string, reference: string, input: GuardrailUpdate): Promise<Guardrail> {
      return retryOnConflict(async () => {
        const current = await requireRow(tenant_id, reference)
        const updated: GuardrailRow = {
          ...current,
          name: input.name ?? current.name,
          type: input.type ?? current.type,
          enabled: input.enabled === undefined ? current.enabled : Number(input.enabled),
          applies_to: input.applies_to ?? current.applies_to,
          config: input.config === undefined ? current.config : JSON.stringify(input.config),
          revision: current.revision + 1,
          updated_at: clock.now(),
        }
        await validate(toDefinition(updated))
        if (updated.name !== current.name) {
          checkNameIsFree(updated.name)
          await checkUnused(tenant_id, current.name)
        }
        const isReplaced = await guardrails.replace(updated, current.revision).catch((error: unknown) => {
          throw rewordConflict(error, nameTakenMessage(updated.name))
        })
        guardrailResolver.invalidate(tenant_id)
        return isReplaced ? toGuardrail(updated) : undefined
      })
    },

    async remove(tenant_id: string, reference: string): Promise<{ deleted: true; guardrail_id: string }> {
      const row = await requireRow(tenant_id, reference)
      await checkUnused(tenant_id, row.name)
      if (!(await guardrails.remove(row))) throw notFound('Guardrail', reference)
      guardrailResolver.invalidate(tenant_id)
      return { deleted: true, guardrail_id: row.guardrail_id }
    },
  }
}

export type Guardrails = ReturnType<typeof makeGuardrails>
