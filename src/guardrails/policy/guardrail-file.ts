/** The loaded GUARDRAILS_FILE. If a reload fails, the previous content stays in effect. */
import { readFileSync } from 'node:fs'
import type { Clock } from '../../platform/clock.js'
import { AppError } from '../../errors.js'
import { prefixPaths } from '../../schema/validation-problems.js'
import { EMPTY_CONTENT, parseGuardrailFile, type GuardrailFileContent } from './parse-guardrail-file.js'

interface GuardrailFileDeps {
  /** Undefined if GUARDRAILS_FILE is not set. */
  path: string | undefined
  /** Used by policies that do not set `retention_days`. */
  retentionDays: number
  clock: Clock
}

/** Throws if the file is invalid. */
export const loadGuardrailFile = async ({ path, retentionDays, clock }: GuardrailFileDeps) => {
  let content = EMPTY_CONTENT
  let loadedAt = clock.now()
  const changeListeners = new Set<() => void>()

  const load = async (file: string): Promise<void> => {
    const parsed = await parseGuardrailFile(readText(file), retentionDays)
    if (parsed.problems !== undefined) {
      const details = prefixPaths(file, parsed.problems)
      const message = Object.entries(details).map(([at, problem]) => `${at} ${problem}`)
      throw new AppError('validation_error', message.join('\n'), details)
    }
    content = parsed.content
    loadedAt = clock.now()
  }
  if (path !== undefined) await load(path)

  return {
    content: (): GuardrailFileContent => content,
    loadedAt: (): number => loadedAt,
    onChange: (listener: () => void): void => {
      changeListeners.add(listener)
    },
    async reload(): Promise<GuardrailFileContent> {
      if (path === undefined)
        throw new AppError('resource_conflict', 'GUARDRAILS_FILE is not set, so there is nothing to reload')
      await load(path)
      for (const listener of changeListeners) listener()
      return content
    },
  }
}

export type GuardrailFile = Awaited<ReturnType<typeof loadGuardrailFile>>

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const message = `${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`
    throw new AppError('validation_error', message, { [file]: 'cannot be read' }, { cause: error })
  }
}
