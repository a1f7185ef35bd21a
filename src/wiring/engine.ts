/** Composes the engine with what it needs from the other features. */
import type { PriceTable } from '../domain/costs/price-table.js'
import { makeEngine } from '../engine/engine.js'
import { makeOpenSecrets } from '../engine/run-secrets.js'
import type { ExecutorPool } from '../engine/threads/executor-pool.js'
import type { openCore } from './core.js'
import type { wireGuardrails } from './guardrails.js'
import type { Resources } from './resources.js'

type Core = Awaited<ReturnType<typeof openCore>>

interface Deps extends Pick<Core, 'core' | 'stores' | 'secrets'> {
  resources: Resources
  guardrails: ReturnType<typeof wireGuardrails>
  executors: ExecutorPool
  prices: PriceTable
}

export const wireEngine = ({ core, stores, secrets, resources, guardrails, executors, prices }: Deps) => {
  const { outbox, telemetry, cancellation, storeItems } = resources
  const { guardrailResolver, decisionLog } = guardrails
  /** Also used by features that execute or inspect graphs without the engine. */
  const engineDeps = {
    ...core,
    ...stores,
    executors,
    outbox,
    telemetry,
    cancellation,
    storeItems,
    guardrailResolver,
    decisionLog,
    prices,
    isClustered: core.db.dialect.supportsMultipleNodes,
    vault: secrets.vault,
    openSecrets: makeOpenSecrets(secrets),
  }
  /** Undefined on nodes with the role `api`. */
  const engine = core.config.ROLE === 'api' ? undefined : makeEngine(engineDeps)
  return { engineDeps, engine, getEngineLoad: () => engine?.load() ?? { executing: 0, threads: 0 } }
}
