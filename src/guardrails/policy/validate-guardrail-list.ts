/** Validates lists of guardrails, as in assistants, policies, risk profiles and the file: names and inline definitions. */
import { validateDefinition } from '../rules/validate-definition.js'
import type { GuardrailDefinition } from '../../schema/guardrail.js'
import type { ValidationProblems } from '../../schema/validation-problems.js'

export type GuardrailEntry = string | GuardrailDefinition

/** The paths are `<name>/<field>`; an entry without a name is identified by its index in the list. */
export const validateGuardrailList = async (
  list: unknown,
  isKnown: (name: string) => boolean,
): Promise<ValidationProblems> => {
  if (!Array.isArray(list)) return { '': 'must be a list of guardrail names and definitions' }
  const problems: ValidationProblems = {}
  const definedNames = new Set<string>()
  for (const [index, entry] of (list as unknown[]).entries()) {
    const label = getEntryLabel(entry, index)
    if (typeof entry === 'string') {
      if (!isKnown(entry)) problems[label] = 'does not exist'
      continue
    }
    for (const [field, text] of Object.entries(await validateDefinition(entry)))
      problems[field === '' ? label : `${label}/${field}`] = text
    if (definedNames.has(label)) problems[label] = 'is defined twice'
    definedNames.add(label)
  }
  return problems
}

const getEntryLabel = (entry: unknown, index: number): string => {
  if (typeof entry === 'string') return entry
  const name = (entry as { name?: unknown } | null)?.name
  return typeof name === 'string' && name !== '' ? name : String(index)
}
