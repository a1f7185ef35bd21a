/** Wires the stores and services of guardrails. */
import type { Clock } from '../platform/clock.js'
import { ConfigError, type Config } from '../config.js'
import type { CheckThreads } from '../engine/checks/check-threads.js'
import { makeAudit } from '../guardrails/policy/audit.js'
import { makeDryRun } from '../guardrails/policy/dry-run.js'
import { makeGuardrails } from '../guardrails/policy/guardrails.js'
import { makeGuardrailDecisionLog, type GuardrailDecisionLog } from '../guardrails/policy/decision-log.js'
import { loadGuardrailFile, type GuardrailFile } from '../guardrails/policy/guardrail-file.js'
import { makeGuardrailMetrics } from '../guardrails/policy/metrics.js'
import { makePolicies } from '../guardrails/policy/policies.js'
import { makeGuardrailResolver } from '../guardrails/policy/guardrail-resolver.js'
import { AppError } from '../errors.js'
import type { Logger } from '../platform/log.js'
import type { AssistantStore } from '../store/assistants/assistants.js'
import type { Database } from '../store/sql/database.js'
import { makeGuardrailCounterStore } from '../store/guardrails/counters.js'
import { makeDecisionStore } from '../store/guardrails/decisions.js'
import { makeGuardrailStore } from '../store/guardrails/definitions.js'
import { makeGuardrailHashKeyStore } from '../store/guardrails/hash-keys.js'
import { makeBaselineStore } from '../store/guardrails/baselines.js'
import { makePolicyStore } from '../store/guardrails/policies.js'

const PURGE_INTERVAL_MS = 60 * 60 * 1000

interface Deps {
  db: Database
  assistants: AssistantStore
  file: GuardrailFile
  config: Config
  clock: Clock
  checkThreads: CheckThreads
}

export const wireGuardrails = ({ db, assistants, file, config, clock, checkThreads }: Deps) => {
  const retentionDays = config.GUARDRAIL_AUDIT_DAYS
  const guardrailStore = makeGuardrailStore(db)
  const policyStore = makePolicyStore(db)
  const guardrailDecisions = makeDecisionStore(db)
  const guardrailCounters = makeGuardrailCounterStore(db)
  const stores = { guardrails: guardrailStore, policies: policyStore }
  const keys = makeGuardrailHashKeyStore(db)
  const guardrailResolver = makeGuardrailResolver({ ...stores, keys, file, clock, retentionDays })
  return {
    guardrailResolver,
    decisionLog: makeGuardrailDecisionLog({
      guardrailDecisions,
      guardrailCounters,
      baselines: makeBaselineStore(db),
    }),
    guardrails: makeGuardrails({ ...stores, guardrailResolver, file, clock }),
    policies: makePolicies({ ...stores, guardrailResolver, file, clock, retentionDays }),
    audit: makeAudit({ guardrailDecisions, clock }),
    metrics: makeGuardrailMetrics({ guardrailCounters, guardrailDecisions, clock }),
    dryRun: makeDryRun({
      assistants,
      guardrailResolver,
      checkText: (tenant_id, check) => checkThreads.run(tenant_id, { kind: 'guardrails', ...check }),
    }),
    guardrailFile: file,
  }
}

/** Removes expired decisions from the audit now and every hour. Returns a function that stops it. */
export const startAuditPurge = (
  decisionLog: GuardrailDecisionLog,
  clock: Clock,
  log: Logger,
): (() => void) => {
  const purge = (): void => {
    decisionLog.removeExpired(clock.now()).catch((error: unknown) => {
      log.warn({ err: error }, 'could not remove expired guardrail decisions')
    })
  }
  purge()
  const timer = setInterval(purge, PURGE_INTERVAL_MS).unref()
  return () => {
    clearInterval(timer)
  }
}

/** An invalid file is a configuration error: the service must not start without its guardrails. */
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
