/** The parts of governance, put together for app.ts. */
import type { Clock } from '../platform/clock.js'
import { ConfigError, type Config } from '../config.js'
import { makeAudit } from '../guardrails/policy/audit.js'
import { makeDryRun } from '../guardrails/policy/dry-run.js'
import { makeGuardrails } from '../guardrails/policy/guardrails.js'
import { makeGuardrailLedger, type GuardrailLedger } from '../guardrails/policy/decision-log.js'
import { loadGuardrailFile, type GuardrailFile } from '../guardrails/policy/guardrail-file.js'
import { makeGuardrailMetrics } from '../guardrails/policy/metrics.js'
import { makePolicies } from '../guardrails/policy/policies.js'
import { makeGuardrailSets } from '../guardrails/policy/guardrail-resolver.js'
import { AppError } from '../errors.js'
import type { Logger } from '../platform/log.js'
import type { AssistantStore } from '../store/assistants/assistants.js'
import type { Database } from '../store/sql/database.js'
import { makeGuardrailCountStore } from '../store/guardrails/counters.js'
import { makeDecisionStore } from '../store/guardrails/decisions.js'
import { makeGuardrailStore } from '../store/guardrails/definitions.js'
import { makeGuardrailKeyStore } from '../store/guardrails/hash-keys.js'
import { makeObservationStore } from '../store/guardrails/baselines.js'
import { makePolicyStore } from '../store/guardrails/policies.js'

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
