/** Parses GUARDRAILS_FILE (YAML or JSON). Its content applies to every tenant. */
import { Ajv, type ValidateFunction } from 'ajv'
import { Type, type Static } from 'typebox'
import { validateDefinition } from '../rules/validate-definition.js'
import {
  APPLIES_TO,
  AUDIT_LEVELS,
  RISK_PROFILES,
  type AppliesTo,
  type GuardrailDefinition,
  type RiskProfile,
} from '../../schema/guardrail.js'
import { isStorable, OneOf } from '../../schema/common.js'
import {
  prefixPaths,
  toValidationProblems,
  type ValidationProblems,
} from '../../schema/validation-problems.js'
import { validateGuardrailList, type GuardrailEntry } from './validate-guardrail-list.js'
import type { GuardrailBundle } from './risk-profiles.js'

export interface GuardrailFileContent {
  guardrails: (GuardrailDefinition & { applies_to: AppliesTo })[]
  policies: (GuardrailBundle & { name: string })[]
  profiles: Partial<Record<RiskProfile, GuardrailBundle>>
}

export const EMPTY_CONTENT: GuardrailFileContent = { guardrails: [], policies: [], profiles: {} }

const bundleFields = {
  guardrails: Type.Array(Type.Unsafe<GuardrailEntry>({})),
  audit_level: Type.Optional(OneOf(AUDIT_LEVELS, '')),
  retention_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 36_500 })),
}
const FileSchema = Type.Object(
  {
    guardrails: Type.Optional(Type.Array(Type.Unknown())),
    policies: Type.Optional(
      Type.Array(
        Type.Object(
          { name: Type.String({ minLength: 1, maxLength: 256 }), ...bundleFields },
          { additionalProperties: false },
        ),
      ),
    ),
    risk_profiles: Type.Optional(
      Type.Object(
        Object.fromEntries(
          RISK_PROFILES.map((name) => [
            name,
            Type.Optional(Type.Object(bundleFields, { additionalProperties: false })),
          ]),
        ),
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
const ajv = new Ajv({ allErrors: true, strict: false, meta: false, validateSchema: false })
let validator: ValidateFunction<Static<typeof FileSchema>> | undefined

type ParseResult =
  | { content: GuardrailFileContent; problems?: undefined }
  | { content?: undefined; problems: ValidationProblems }

/** Reports all problems at once, by `<guardrail>/<field>`, or the line of a syntax error. */
export const parseGuardrailFile = async (text: string, retentionDays: number): Promise<ParseResult> => {
  const validate = (validator ??= ajv.compile(FileSchema))
  // The YAML parser is loaded only if a file is configured.
  const { parseYaml } = await import('./parse-yaml.js')
  const { value, problems: syntaxProblems } = parseYaml(text)
  if (syntaxProblems !== undefined) return { problems: syntaxProblems }
  if (!validate(value)) return { problems: toValidationProblems(validate.errors ?? []) }
  const { guardrails: items = [], policies = [], risk_profiles: profiles = {} } = value
  const { guardrails, problems } = await parseGuardrails(items)

  const guardrailNames = new Set(guardrails.map(({ name }) => name))
  const policyNames = new Set<string>()
  for (const { name, guardrails: list } of policies) {
    const path = `policies/${name}`
    if (policyNames.has(name)) problems[path] = 'is defined twice'
    if (!isStorable(name)) problems[path] = 'has a name that contains U+0000 or unpaired surrogates'
    policyNames.add(name)
    Object.assign(
      problems,
      prefixPaths(path, await validateGuardrailList(list, (reference) => guardrailNames.has(reference))),
    )
  }
  for (const [name, { guardrails: list }] of Object.entries(profiles as Record<string, GuardrailBundle>))
    Object.assign(
      problems,
      prefixPaths(
        `risk_profiles/${name}`,
        await validateGuardrailList(list, (reference) => guardrailNames.has(reference)),
      ),
    )
  if (Object.keys(problems).length > 0) return { problems }

  const complete = <T extends Partial<GuardrailBundle> & Pick<GuardrailBundle, 'guardrails'>>(
    partial: T,
  ) => ({
    audit_level: 'standard' as const,
    retention_days: retentionDays,
    ...partial,
  })
  return {
    content: {
      guardrails,
      policies: policies.map(complete),
      profiles: Object.fromEntries(
        Object.entries(profiles as Record<string, GuardrailBundle>).map(([name, partial]) => [
          name,
          complete(partial),
        ]),
      ),
    },
  }
}

type FileGuardrail = GuardrailFileContent['guardrails'][number]

const parseGuardrails = async (
  items: readonly unknown[],
): Promise<{ guardrails: FileGuardrail[]; problems: ValidationProblems }> => {
  const problems: ValidationProblems = {}
  const guardrails: FileGuardrail[] = []
  for (const [index, item] of items.entries()) {
    const { applies_to = 'all', ...definition } = (isMap(item) ? item : {}) as Partial<FileGuardrail>
    const path = `guardrails/${String(definition.name ?? index)}`
    if (!APPLIES_TO.includes(applies_to))
      problems[`${path}/applies_to`] = `must be one of ${APPLIES_TO.join(', ')}`
    Object.assign(problems, prefixPaths(path, await validateDefinition(isMap(item) ? definition : item)))
    if (guardrails.some(({ name }) => name === (definition.name ?? index)))
      problems[path] ??= 'is defined twice'
    guardrails.push({ ...definition, applies_to } as FileGuardrail)
  }
  return { guardrails, problems }
}

const isMap = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
