/** The content of GUARDRAILS_FILE, YAML or JSON. It holds for every tenant. */
import { Ajv, type ValidateFunction } from 'ajv'
import { Type, type Static } from 'typebox'
import { checkDefinition } from '../rules/validate-definition.js'
import { problemsOf } from '../rules/validate-config.js'
import {
  APPLIES_TO,
  AUDIT_LEVELS,
  RISK_PROFILES,
  type AppliesTo,
  type GuardrailDefinition,
  type RiskProfile,
} from '../../schema/guardrail.js'
import { isStorable, OneOf } from '../../schema/common.js'
import { below, checkList, type Entry, type Problems } from './validate-guardrail-list.js'
import type { Bundle } from './risk-profiles.js'

export interface FileContent {
  guardrails: (GuardrailDefinition & { applies_to: AppliesTo })[]
  policies: (Bundle & { name: string })[]
  profiles: Partial<Record<RiskProfile, Bundle>>
}

export const NO_FILE: FileContent = { guardrails: [], policies: [], profiles: {} }

const bundle = {
  guardrails: Type.Array(Type.Unsafe<Entry>({})),
  audit_level: Type.Optional(OneOf(AUDIT_LEVELS, '')),
  retention_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 36_500 })),
}
const Shape = Type.Object(
  {
    guardrails: Type.Optional(Type.Array(Type.Unknown())),
    policies: Type.Optional(
      Type.Array(
        Type.Object(
          { name: Type.String({ minLength: 1, maxLength: 256 }), ...bundle },
          { additionalProperties: false },
        ),
      ),
    ),
    risk_profiles: Type.Optional(
      Type.Object(
        Object.fromEntries(
          RISK_PROFILES.map((name) => [
            name,
            Type.Optional(Type.Object(bundle, { additionalProperties: false })),
          ]),
        ),
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
const ajv = new Ajv({ allErrors: true, strict: false, meta: false, validateSchema: false })
let validator: ValidateFunction<Static<typeof Shape>> | undefined

type Parsed = { content: FileContent; problems?: undefined } | { content?: undefined; problems: Problems }

/** All problems at once: `<guardrail>/<field>` to a text, or the line of what is no YAML. */
export const parseGuardrailFile = async (text: string, retentionDays: number): Promise<Parsed> => {
  const validate = (validator ??= ajv.compile(Shape))
  // Loaded where there is a file.
  const { parseYaml } = await import('./parse-yaml.js')
  const { value, problems: syntax } = parseYaml(text)
  if (syntax !== undefined) return { problems: syntax }
  if (!validate(value)) return { problems: problemsOf(validate.errors ?? []) }
  const { guardrails: items = [], policies = [], risk_profiles: profiles = {} } = value
  const { guardrails, problems } = await readGuardrails(items)

  const names = new Set(guardrails.map(({ name }) => name))
  const seen = new Set<string>()
  for (const { name, guardrails: list } of policies) {
    const path = `policies/${name}`
    if (seen.has(name)) problems[path] = 'is defined twice'
    if (!isStorable(name)) problems[path] = 'has a name that holds U+0000 or an unpaired surrogate'
    seen.add(name)
    Object.assign(problems, below(path, await checkList(list, (one) => names.has(one))))
  }
  for (const [name, { guardrails: list }] of Object.entries(profiles as Record<string, Bundle>))
    Object.assign(problems, below(`risk_profiles/${name}`, await checkList(list, (one) => names.has(one))))
  if (Object.keys(problems).length > 0) return { problems }

  const complete = <T extends Partial<Bundle> & Pick<Bundle, 'guardrails'>>(given: T) => ({
    audit_level: 'standard' as const,
    retention_days: retentionDays,
    ...given,
  })
  return {
    content: {
      guardrails,
      policies: policies.map(complete),
      profiles: Object.fromEntries(
        Object.entries(profiles as Record<string, Bundle>).map(([name, given]) => [name, complete(given)]),
      ),
    },
  }
}

type FileGuardrail = FileContent['guardrails'][number]

const readGuardrails = async (
  items: readonly unknown[],
): Promise<{ guardrails: FileGuardrail[]; problems: Problems }> => {
  const problems: Problems = {}
  const guardrails: FileGuardrail[] = []
  for (const [index, item] of items.entries()) {
    const { applies_to = 'all', ...definition } = (isMap(item) ? item : {}) as Partial<FileGuardrail>
    const path = `guardrails/${String(definition.name ?? index)}`
    if (!APPLIES_TO.includes(applies_to))
      problems[`${path}/applies_to`] = `must be one of ${APPLIES_TO.join(', ')}`
    Object.assign(problems, below(path, await checkDefinition(isMap(item) ? definition : item)))
    if (guardrails.some(({ name }) => name === (definition.name ?? index)))
      problems[path] ??= 'is defined twice'
    guardrails.push({ ...definition, applies_to } as FileGuardrail)
  }
  return { guardrails, problems }
}

const isMap = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
