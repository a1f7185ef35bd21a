/** Parses YAML, which includes JSON. Syntax errors become validation problems with a line number. */
import { parseDocument } from 'yaml'
import type { ValidationProblems } from '../../schema/validation-problems.js'

const MAX_CHARACTERS = 5_000_000
/** Limits the expansion of aliases ("billion laughs"); a few shared lists need no more. */
const MAX_ALIASES = 100

export const parseYaml = (text: string): { value?: unknown; problems?: ValidationProblems } => {
  if (text.length > MAX_CHARACTERS)
    return { problems: { file: `is longer than ${String(MAX_CHARACTERS)} characters` } }
  const document = parseDocument(text)
  const [error] = document.errors
  if (error !== undefined) {
    const line = error.linePos?.[0].line
    // The first line is the message; the rest quotes the file.
    const [message = ''] = error.message.split('\n')
    return { problems: { [line === undefined ? 'file' : `line ${String(line)}`]: message.replace(/:$/, '') } }
  }
  try {
    return { value: document.toJS({ maxAliasCount: MAX_ALIASES }) ?? {} }
  } catch (cause) {
    return { problems: { file: (cause as Error).message } }
  }
}
