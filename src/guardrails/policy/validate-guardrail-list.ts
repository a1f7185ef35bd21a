/** Lists of guardrails as assistants, policies, profiles and files hold them: names, and whole definitions. */
import { checkDefinition } from '../rules/validate-definition.js'
import type { GuardrailDefinition } from '../../schema/guardrail.js'

export type Entry = string | GuardrailDefinition
export type Problems = Record<string, string>

/** Problems by `<name>/<field>`, or by the place in the list of what has no name. */
export const checkList = async (list: unknown, isKnown: (name: string) => boolean): Promise<Problems> => {
  if (!Array.isArray(list)) return { '': 'must be a list of names and guardrails' }
  const problems: Problems = {}
  const seen = new Set<string>()
  for (const [index, entry] of (list as unknown[]).entries()) {
    const label = labelOf(entry, index)
    if (typeof entry === 'string') {
      if (!isKnown(entry)) problems[label] = 'is no guardrail that exists'
      continue
    }
    for (const [field, text] of Object.entries(await checkDefinition(entry)))
      problems[field === '' ? label : `${label}/${field}`] = text
    if (seen.has(label)) problems[label] = 'is defined twice'
    seen.add(label)
  }
  return problems
}

const labelOf = (entry: unknown, index: number): string => {
  if (typeof entry === 'string') return entry
  const name = (entry as { name?: unknown } | null)?.name
  return typeof name === 'string' && name !== '' ? name : String(index)
}

/** The same problems, below a path. */
export const below = (path: string, problems: Problems): Problems =>
  Object.fromEntries(
    Object.entries(problems).map(([field, text]) => [field === '' ? path : `${path}/${field}`, text]),
  )
