/** Lists of guardrails as assistants, policies, profiles and files hold them: names, and whole definitions. */
import { validateDefinition } from '../rules/validate-definition.js'
import type { GuardrailDefinition } from '../../schema/guardrail.js'

export type GuardrailEntry = string | GuardrailDefinition
export type ValidationProblems = Record<string, string>

/** Problems by `<name>/<field>`, or by the place in the list of what has no name. */
export const validateGuardrailList = async (
  list: unknown,
  isKnown: (name: string) => boolean,
): Promise<ValidationProblems> => {
  if (!Array.isArray(list)) return { '': 'must be a list of names and guardrails' }
  const problems: ValidationProblems = {}
  const definedNames = new Set<string>()
  for (const [index, entry] of (list as unknown[]).entries()) {
    const label = getEntryLabel(entry, index)
    if (typeof entry === 'string') {
      if (!isKnown(entry)) problems[label] = 'is no guardrail that exists'
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

/** The same problems, below a path. */
export const prefixPaths = (path: string, problems: ValidationProblems): ValidationProblems =>
  Object.fromEntries(
    Object.entries(problems).map(([field, text]) => [field === '' ? path : `${path}/${field}`, text]),
  )
