/** Guardrails as a resource of the API. Guardrails of GUARDRAILS_FILE are read-only. */
import type { Clock } from '../../platform/clock.js'
import { AppError } from '../../errors.js'
import { validateDefinitionConfig } from '../rules/validate-definition.js'
import { newId } from '../../platform/ids.js'
import type { GuardrailDefinition } from '../../schema/guardrail.js'
import type { Guardrail, GuardrailCreate, GuardrailUpdate } from '../../schema/guardrail-resource.js'
import { prefixPaths } from '../../schema/validation-problems.js'
import type { GuardrailRow, GuardrailStore } from '../../store/guardrails/definitions.js'
import type { PolicyStore } from '../../store/guardrails/policies.js'
import { noIdempotencyStatements, type IdempotencyStatements } from '../../domain/idempotency.js'
import type { GuardrailFile } from './guardrail-file.js'
import { throwIfInvalid, type GuardrailResolver } from './guardrail-resolver.js'
import { makeNamedResource } from './named-resource.js'
import { toBundle, toDefinition, toFileGuardrail, toGuardrail } from './row-mappers.js'

interface GuardrailsDeps {
  guardrails: GuardrailStore
  policies: PolicyStore
  guardrailResolver: GuardrailResolver
  file: GuardrailFile
  clock: Clock
}

export const makeGuardrails = ({ guardrails, policies, guardrailResolver, file, clock }: GuardrailsDeps) => {
  const resource = makeNamedResource<GuardrailRow, Guardrail>({
    kind: 'Guardrail',
    listKey: 'guardrails',
    store: guardrails,
    getById: (tenant_id, guardrail_id) => guardrails.get({ tenant_id, guardrail_id }),
    getId: (row) => row.guardrail_id,
    toResource: toGuardrail,
    listFromFile: () =>
      file.content().guardrails.map((guardrail) => toFileGuardrail(guardrail, file.loadedAt())),
    guardrailResolver,
    clock,
  })

  const validate = async (definition: GuardrailDefinition): Promise<void> => {
    throwIfInvalid(prefixPaths('config', await validateDefinitionConfig(definition)))
  }
  /** If a policy named a missing guardrail, every run with this policy would fail. */
  const checkUnused = async (tenant_id: string, name: string): Promise<void> => {
    const policy = (await policies.listAll(tenant_id)).find((row) => toBundle(row).guardrails.includes(name))
    if (policy === undefined) return
    const message = `Policy ${policy.name} uses guardrail ${name}; remove it from the policy first`
    throw new AppError('resource_conflict', message, { policy: policy.name })
  }

  return {
    async create(
      tenant_id: string,
      input: GuardrailCreate,
      idempotencyStatements: IdempotencyStatements<Guardrail> = noIdempotencyStatements,
    ): Promise<Guardrail> {
      await validate(input)
      resource.checkNotInFile(input.name)
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
      return resource.create(row, idempotencyStatements)
    },

    get: resource.get,
    list: resource.list,

    update(tenant_id: string, reference: string, input: GuardrailUpdate): Promise<Guardrail> {
      return resource.update(tenant_id, reference, async (current) => {
        const updated: GuardrailRow = {
          ...current,
          name: input.name ?? current.name,
          type: input.type ?? current.type,
          enabled: input.enabled === undefined ? current.enabled : Number(input.enabled),
          applies_to: input.applies_to ?? current.applies_to,
          config: input.config === undefined ? current.config : JSON.stringify(input.config),
        }
        await validate(toDefinition(updated))
        if (updated.name !== current.name) {
          resource.checkNotInFile(updated.name)
          await checkUnused(tenant_id, current.name)
        }
        return updated
      })
    },

    async remove(tenant_id: string, reference: string): Promise<{ deleted: true; guardrail_id: string }> {
      const row = await resource.requireRow(tenant_id, reference)
      await checkUnused(tenant_id, row.name)
      await resource.remove(row, reference)
      return { deleted: true, guardrail_id: row.guardrail_id }
    },
  }
}

export type Guardrails = ReturnType<typeof makeGuardrails>
