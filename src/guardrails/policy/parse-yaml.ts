/** YAML, and with it JSON, of which a person made the text and may have made mistakes. */
import { parseDocument } from 'yaml'
import type { Problems } from './validate-guardrail-list.js'

const MOST_CHARACTERS = 5_000_000
/** What an alias may multiply a file to; a few shared lists need no more. */
const MOST_ALIASES = 100

export const parseYaml = (text: string): { value?: unknown; problems?: Problems } => {
  if (text.length > MOST_CHARACTERS) return { problems: { file: 'is too long' } }
  const document = parseDocument(text)
  const [error] = document.errors
  if (error !== undefined) {
    const line = error.linePos?.[0].line
    // Its text goes on with an excerpt of the file.
    const [said = ''] = error.message.split('\n')
    return { problems: { [line === undefined ? 'file' : `line ${String(line)}`]: said.replace(/:$/, '') } }
  }
  try {
    return { value: document.toJS({ maxAliasCount: MOST_ALIASES }) ?? {} }
  } catch (thrown) {
    return { problems: { file: (thrown as Error).message } }
  }
}
