/** YAML, and with it JSON, of which a person made the text and may have made mistakes. */
import { parseDocument } from 'yaml'
import type { ValidationProblems } from './validate-guardrail-list.js'

const MAX_CHARACTERS = 5_000_000
/** What an alias may multiply a file to; a few shared lists need no more. */
const MAX_ALIASES = 100

export const parseYaml = (text: string): { value?: unknown; problems?: ValidationProblems } => {
  if (text.length > MAX_CHARACTERS) return { problems: { file: 'is too long' } }
  const document = parseDocument(text)
  const [error] = document.errors
  if (error !== undefined) {
    const line = error.linePos?.[0].line
    // Its text goes on with an excerpt of the file.
    const [message = ''] = error.message.split('\n')
    return { problems: { [line === undefined ? 'file' : `line ${String(line)}`]: message.replace(/:$/, '') } }
  }
  try {
    return { value: document.toJS({ maxAliasCount: MAX_ALIASES }) ?? {} }
  } catch (cause) {
    return { problems: { file: (cause as Error).message } }
  }
}
