/** GUARDRAILS_FILE as it is in force. One that is broken does not take the place of one that works. */
import { readFileSync } from 'node:fs'
import type { Clock } from '../../platform/clock.js'
import { AppError } from '../../errors.js'
import { below } from './validate-guardrail-list.js'
import { NO_FILE, parseGuardrailFile, type FileContent } from './parse-guardrail-file.js'

interface Parts {
  /** Undefined: there is none. */
  path: string | undefined
  /** Of policies that do not say how long decisions are kept. */
  retentionDays: number
  clock: Clock
}

/** Throws when the file is broken. */
export const loadGuardrailFile = async ({ path, retentionDays, clock }: Parts) => {
  let content = NO_FILE
  let loadedAt = clock.now()
  const changed = new Set<() => void>()

  const load = async (file: string): Promise<void> => {
    const parsed = await parseGuardrailFile(read(file), retentionDays)
    if (parsed.problems !== undefined) {
      const details = below(file, parsed.problems)
      const message = Object.entries(details).map(([at, problem]) => `${at} ${problem}`)
      throw new AppError('validation_error', message.join('\n'), details)
    }
    content = parsed.content
    loadedAt = clock.now()
  }
  if (path !== undefined) await load(path)

  return {
    content: (): FileContent => content,
    loadedAt: (): number => loadedAt,
    onChange: (tell: () => void): void => {
      changed.add(tell)
    },
    async reload(): Promise<FileContent> {
      if (path === undefined)
        throw new AppError('resource_conflict', 'there is nothing to load: GUARDRAILS_FILE is not set')
      await load(path)
      for (const tell of changed) tell()
      return content
    },
  }
}

export type GuardrailFile = Awaited<ReturnType<typeof loadGuardrailFile>>

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const message = `${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`
    throw new AppError('validation_error', message, { [file]: 'cannot be read' }, { cause: error })
  }
}
