/** Creates the guard of an execution. Prepared guardrails are cached by the hash of their definitions. */
import { LRUCache } from 'lru-cache'
import type { GuardrailDefinition } from '../../schema/guardrail.js'
import type { StartRun } from '../threads/executor-protocol.js'
import type { EventBuffer } from './event-buffer.js'
import { prepareGuardrails, type PreparedGuardrails } from './guardrails/prepare-guardrails.js'
import { RunGuard, type RunGuardDeps } from './guardrails/run-guard.js'

const MAX_CACHED_GUARDRAIL_SETS = 200

export const makeGuardFactory = (modelCheck: RunGuardDeps['modelCheck']) => {
  const cache = new LRUCache<string, PreparedGuardrails>({ max: MAX_CACHED_GUARDRAIL_SETS })

  const prepare = ({ set, definitions }: NonNullable<StartRun['guardrails']>): PreparedGuardrails => {
    const cached = cache.get(set.hash)
    if (cached !== undefined) return cached
    const prepared = prepareGuardrails(JSON.parse(definitions) as GuardrailDefinition[])
    cache.set(set.hash, prepared)
    return prepared
  }

  /** Returns undefined if no guardrail applies to the run. */
  return ({ guardrails }: StartRun, eventBuffer: EventBuffer): RunGuard | undefined => {
    if (guardrails === null) return undefined
    const guard = new RunGuard({
      guardrails,
      prepared: prepare(guardrails),
      modelCheck,
      emit: (event) => {
        eventBuffer.addEvent(event)
      },
      storeDecision: (decision) => {
        eventBuffer.addDecision(decision)
      },
      countPassedCheck: (check) => {
        eventBuffer.addPassedChecks(check)
      },
    })
    eventBuffer.holdForGuardrails(guard.scrubber)
    return guard
  }
}
