/** Compares the output of a run with earlier outputs of its assistant (`anomaly_detection`). */
import type { GuardrailDecisionLog } from '../guardrails/policy/decision-log.js'
import { parseAlertThreshold } from '../guardrails/detectors/anomaly/alert-threshold.js'
import { detectAnomaly, type AnomalyResult } from '../guardrails/detectors/anomaly/detect-anomaly.js'
import type { Observation } from '../guardrails/detectors/anomaly/observation.js'
import type { AnomalyRule } from '../guardrails/rules/compile-guardrails.js'
import { isAudited, type DecisionRecord } from '../guardrails/rules/decision.js'
import { newId } from '../platform/ids.js'
import type { AuditLevel } from '../schema/guardrail.js'
import type { Statement } from '../store/sql/statement.js'
import type { Row } from '../store/sql/tables.js'
import type { EventFields } from '../events/run-event.js'
import type { RunGuardrails } from './threads/executor-protocol.js'

export interface AnomalyCheck {
  decisions: DecisionRecord[]
  events: EventFields[]
  statements: Statement[]
}

export const checkForAnomalies = async (
  decisionLog: GuardrailDecisionLog,
  run: Row<'runs'>,
  { set }: RunGuardrails,
  observation: Observation,
  now: number,
): Promise<AnomalyCheck> => {
  // The configs were validated when the guardrails were saved.
  const rules = set.definitions
    .filter(({ type }) => type === 'anomaly_detection')
    .map(({ name, config }) => ({ name, config: config as AnomalyRule['config'] }))
  const largestWindow = Math.max(...rules.map(({ config }) => config.baseline_window))
  const recent = (await decisionLog.listRecentObservations(run.tenant_id, run.assistant_id, {
    count: 2 * largestWindow,
    now,
  })) as Observation[]
  const results = rules.map((rule) => {
    const started = performance.now()
    const result = compareWithBaseline(rule, observation, recent)
    return { rule, result, ms: performance.now() - started }
  })
  const decisions = results.map(({ rule, result, ms }) => toDecisionRecord(rule, result, ms))
  const isOutlier = results.some(({ result }) => result.isOutlier)
  return {
    decisions,
    events: decisions
      .filter(({ action }) => action !== 'pass')
      .map((decision) => toEvent(decision, set.auditLevel)),
    statements: decisionLog.observationStatements(
      run,
      { ...observation, ...(isOutlier && { isOutlier }) },
      now,
    ),
  }
}

const compareWithBaseline = (
  { config }: AnomalyRule,
  observation: Observation,
  recent: Observation[],
): AnomalyResult =>
  detectAnomaly(observation, recent.slice(-2 * config.baseline_window), {
    metrics: config.metrics,
    sigmas: parseAlertThreshold(config.alert_on) ?? Infinity,
    baseline_window: config.baseline_window,
    ...(config.method !== undefined && { method: config.method }),
  })

/** About one output in twenty raises an alarm at 2 sigma, so an anomaly only warns and never blocks. */
const toDecisionRecord = (
  { name }: AnomalyRule,
  { metrics, isAnomalous }: AnomalyResult,
  ms: number,
): DecisionRecord => {
  const anomalousMetrics = Object.entries(metrics).flatMap(([metric, verdict]) =>
    typeof verdict === 'object' && verdict.isAnomalous ? [{ metric, sigmas: Math.abs(verdict.z) }] : [],
  )
  const reason = anomalousMetrics
    .map(({ metric, sigmas }) => `${metric} is ${sigmas.toFixed(1)} deviations off`)
    .join(', ')
  return {
    decision_id: newId(),
    guardrail: name,
    type: 'anomaly_detection',
    stage: 'output',
    action: isAnomalous ? 'warn' : 'pass',
    category: anomalousMetrics[0]?.metric ?? '',
    score: anomalousMetrics[0]?.sigmas ?? null,
    detector: 'statistical',
    reason,
    spans: [],
    latency_us: Math.round(ms * 1000),
    text_hash: null,
    text_before: null,
    text_after: null,
    tool_call_id: null,
  }
}

const toEvent = (decision: DecisionRecord, auditLevel: AuditLevel): EventFields => {
  const { decision_id, guardrail, type, stage, action, category, detector, reason, score } = decision
  return {
    type: 'guardrail.triggered',
    ...(isAudited(auditLevel, decision) && { decision_id }),
    guardrail,
    guardrail_type: type,
    stage,
    action,
    category,
    detector,
    reason,
    score,
  }
}
