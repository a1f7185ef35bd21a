/** The parts of governance, put together for app.ts. */
import type { Clock } from './clock.js'
import { ConfigError, type Config } from './config.js'
import { makeAudit } from './domain/guardrails/audit.js'
import { makeDryRun } from './domain/guardrails/dry-run.js'
import { makeGuardrails } from './domain/guardrails/guardrails.js'
import { makeGuardrailLedger, type GuardrailLedger } from './domain/guardrails/ledger.js'
import { loadGuardrailFile, type GuardrailFile } from './domain/guardrails/loaded-file.js'
import { makeGuardrailMetrics } from './domain/guardrails/metrics.js'
import { makePolicies } from './domain/guardrails/policies.js'
import { makeGuardrailSets } from './domain/guardrails/sets.js'
import { AppError } from './errors.js'
import type { Logger } from './log.js'
import type { AssistantStore } from './store/assistants.js'
import type { Database } from './store/database.js'
import { makeGuardrailCountStore } from './store/guardrail-counts.js'
import { makeDecisionStore } from './store/guardrail-decisions.js'
import { makeGuardrailStore } from './store/guardrail-definitions.js'
import { makeGuardrailKeyStore } from './store/guardrail-keys.js'
import { makeObservationStore } from './store/guardrail-observations.js'
import { makePolicyStore } from './store/guardrail-policies.js'

const PURGE_MS = 60 * 60 * 1000

interface Parts {
  db: Database
  assistants: AssistantStore
  file: GuardrailFile
  config: Config
  clock: Clock
}

export const makeGovernance = ({ db, assistants, file, config, clock }: Parts) => {
  const retentionDays = config.GUARDRAIL_AUDIT_DAYS
  const guardrailStore = makeGuardrailStore(db)
  const policyStore = makePolicyStore(db)
  const decisions = makeDecisionStore(db)
  const counts = makeGuardrailCountStore(db)
  const stores = { guardrails: guardrailStore, policies: policyStore }
  const keys = makeGuardrailKeyStore(db)
  const sets = makeGuardrailSets({ ...stores, keys, file, clock, retentionDays })
  return {
    sets,
    ledger: makeGuardrailLedger({ decisions, counts, observations: makeObservationStore(db) }),
    guardrails: makeGuardrails({ ...stores, sets, file, clock }),
    policies: makePolicies({ ...stores, sets, file, clock, retentionDays }),
    audit: makeAudit({ decisions, clock }),
    metrics: makeGuardrailMetrics({ counts, decisions, clock }),
    dryRun: makeDryRun({ assistants, sets }),
    file,
  }
}

/** Removes decisions whose time is over, now and every hour. Returns how to stop that. */
export const purgeAudit = (ledger: GuardrailLedger, clock: Clock, log: Logger): (() => void) => {
  const purge = (): void => {
    ledger.removeExpired(clock.now()).catch((error: unknown) => {
      log.warn({ err: error }, 'expired decisions of guardrails could not be removed')
    })
  }
  purge()
  const timer = setInterval(purge, PURGE_MS).unref()
  return () => {
    clearInterval(timer)
  }
}

/** A file that is broken is a configuration that cannot work. */
export const openGuardrailFile = async (config: Config, clock: Clock): Promise<GuardrailFile> => {
  try {
    return await loadGuardrailFile({
      path: config.GUARDRAILS_FILE,
      retentionDays: config.GUARDRAIL_AUDIT_DAYS,
      clock,
    })
  } catch (error) {
    if (error instanceof AppError) throw new ConfigError(error.message.split('\n'))
    throw error
  }
}
