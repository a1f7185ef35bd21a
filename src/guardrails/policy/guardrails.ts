/** Guardrails as a resource: those that are made over HTTP are changed here, those of the file are only read. */
import type { Clock } from '../../platform/clock.js'
import { AppError, notFound } from '../../errors.js'
import { checkConfigOf } from '../rules/validate-definition.js'
import { newId } from '../../platform/ids.js'
import { isStorable, type Page } from '../../schema/common.js'
import type { GuardrailDefinition } from '../../schema/guardrail.js'
import type { Guardrail, GuardrailCreate, GuardrailUpdate, Source } from '../../schema/guardrail-resource.js'
import type { GuardrailRow, GuardrailStore } from '../../store/guardrails/definitions.js'
import type { PolicyStore } from '../../store/guardrails/policies.js'
import { pageRequest, toPage, type ListQuery } from '../../domain/cursor.js'
import { nameConflict } from '../../domain/require-resource.js'
import { untilUndisturbed } from '../../domain/retry-on-conflict.js'
import { noReceipt, type Receipt } from '../../domain/idempotency.js'
import { below } from './validate-guardrail-list.js'
import { pageOfFile } from './paginate-file.js'
import type { GuardrailFile } from './guardrail-file.js'
import { bundleOf, definitionOf, guardrailOfFile, toGuardrail } from './row-mappers.js'
import { refuse, type GuardrailSets } from './guardrail-resolver.js'

interface Parts {
  guardrails: GuardrailStore
  policies: PolicyStore
  sets: GuardrailSets
  file: GuardrailFile
  clock: Clock
}

const taken = (name: string): string => `there is a guardrail ${name} already`

export const makeGuardrails = ({ guardrails, policies, sets, file, clock }: Parts) => {
  const ofFile = (): Guardrail[] =>
    file.content().guardrails.map((one) => guardrailOfFile(one, file.loadedAt()))

  const inFile = (reference: string): Guardrail | undefined =>
    ofFile().find(({ id, name }) => id === reference.toLowerCase() || name === reference)

  /** By its id or its name. */
  const find = async (tenant_id: string, reference: string): Promise<GuardrailRow | undefined> => {
    if (!isStorable(reference)) return undefined
    const byId = await guardrails.get({ tenant_id, guardrail_id: reference.toLowerCase() })
    return byId ?? (await guardrails.getNamed(tenant_id, reference))
  }

  const requireRow = async (tenant_id: string, reference: string): Promise<GuardrailRow> => {
    const row = await find(tenant_id, reference)
    if (row !== undefined) return row
    if (inFile(reference) !== undefined)
      throw new AppError(
        'resource_conflict',
        'the guardrail comes from GUARDRAILS_FILE and is changed there',
        {
          source: 'file',
        },
      )
    throw notFound('Guardrail', reference)
  }

  const check = async (definition: GuardrailDefinition): Promise<void> => {
    refuse(below('config', await checkConfigOf(definition)))
  }
  const checkName = (name: string): void => {
    if (file.content().guardrails.some((one) => one.name === name))
      throw new AppError('resource_conflict', `${taken(name)}, in GUARDRAILS_FILE`)
  }
  /** One that is of no use without it would stop every run that it applies to. */
  const checkUnused = async (tenant_id: string, name: string): Promise<void> => {
    const user = (await policies.listAll(tenant_id)).find((row) => bundleOf(row).guardrails.includes(name))
    if (user !== undefined)
      throw new AppError('resource_conflict', `the policy ${user.name} names the guardrail ${name}`, {
        policy: user.name,
      })
  }

  return {
    async create(
      tenant_id: string,
      sent: GuardrailCreate,
      receipt: Receipt<Guardrail> = noReceipt,
    ): Promise<Guardrail> {
      await check(sent)
      checkName(sent.name)
      const now = clock.now()
      const row: GuardrailRow = {
        tenant_id,
        guardrail_id: newId(),
        name: sent.name,
        type: sent.type,
        enabled: sent.enabled === false ? 0 : 1,
        applies_to: sent.applies_to ?? 'all',
        config: JSON.stringify(sent.config ?? {}),
        revision: 1,
        created_at: now,
        updated_at: now,
      }
      const made = toGuardrail(row)
      await guardrails.insert(row, ...receipt(made)).catch((error: unknown) => {
        throw nameConflict(error, taken(sent.name))
      })
      sets.forget(tenant_id)
      return made
    },

    async get(tenant_id: string, reference: string): Promise<Guardrail> {
      const row = await find(tenant_id, reference)
      const found = row === undefined ? inFile(reference) : toGuardrail(row)
      if (found === undefined) throw notFound('Guardrail', reference)
      return found
    },

    async list(
      tenant_id: string,
      { source = 'api', ...query }: ListQuery & { source?: Source },
    ): Promise<Page<Guardrail>> {
      if (source === 'file') return pageOfFile('guardrails?file', query, ofFile())
      const page = pageRequest('guardrails', query)
      const rows = await guardrails.list(tenant_id, page)
      const positionOf = (row: GuardrailRow) => ({ at: row.created_at, id: row.guardrail_id })
      return toPage('guardrails', page, rows, positionOf, toGuardrail)
    },

    update(tenant_id: string, reference: string, sent: GuardrailUpdate): Promise<Guardrail> {
      return untilUndisturbed(async () => {
        const old = await requireRow(tenant_id, reference)
        const changed: GuardrailRow = {
          ...old,
          name: sent.name ?? old.name,
          type: sent.type ?? old.type,
          enabled: sent.enabled === undefined ? old.enabled : Number(sent.enabled),
          applies_to: sent.applies_to ?? old.applies_to,
          config: sent.config === undefined ? old.config : JSON.stringify(sent.config),
          revision: old.revision + 1,
          updated_at: clock.now(),
        }
        await check(definitionOf(changed))
        if (changed.name !== old.name) {
          checkName(changed.name)
          await checkUnused(tenant_id, old.name)
        }
        const isWritten = await guardrails.replace(changed, old.revision).catch((error: unknown) => {
          throw nameConflict(error, taken(changed.name))
        })
        sets.forget(tenant_id)
        return isWritten ? toGuardrail(changed) : undefined
      })
    },

    async remove(tenant_id: string, reference: string): Promise<{ deleted: true; guardrail_id: string }> {
      const row = await requireRow(tenant_id, reference)
      await checkUnused(tenant_id, row.name)
      if (!(await guardrails.remove(row))) throw notFound('Guardrail', reference)
      sets.forget(tenant_id)
      return { deleted: true, guardrail_id: row.guardrail_id }
    },
  }
}

export type Guardrails = ReturnType<typeof makeGuardrails>
