/** Compares the answer of a run with the earlier ones of its assistant. */
import type { GuardrailLedger } from '../guardrails/policy/decision-log.js'
import { parseAlert } from '../guardrails/detectors/anomaly/alert-threshold.js'
import { judge, type Judgement } from '../guardrails/detectors/anomaly/detect-anomaly.js'
import type { Observation } from '../guardrails/detectors/anomaly/observation.js'
import type { AnomalyRule } from '../guardrails/rules/compile-guardrails.js'
import type { DecisionRecord } from '../guardrails/rules/decision.js'
import type { Statement } from '../store/sql/statement.js'
import type { Row } from '../store/sql/tables.js'
import type { EventFields, RunGuardrails } from './threads/executor-protocol.js'

export interface Judged {
  decisions: DecisionRecord[]
  events: EventFields[]
  statements: Statement[]
}

export const judgeAnswer = async (
  ledger: GuardrailLedger,
  run: Row<'runs'>,
  { set }: RunGuardrails,
  observation: Observation,
  now: number,
): Promise<Judged> => {
  // They were checked when they were set.
  const anomalies = set.definitions
    .filter(({ type }) => type === 'anomaly_detection')
    .map(({ name, config }) => ({ name, config: config as AnomalyRule['config'] }))
  const most = Math.max(...anomalies.map(({ config }) => config.baseline_window))
  const recent = (await ledger.observations(run.tenant_id, run.assistant_id, 2 * most)) as Observation[]
  const judged = anomalies.map((rule) => {
    const started = performance.now()
    const judgement = compare(rule, observation, recent)
    return { rule, judgement, ms: performance.now() - started }
  })
  const decisions = judged.map(({ rule, judgement, ms }) => decisionOf(rule, judgement, ms))
  const isOutlier = judged.some(({ judgement }) => judgement.isOutlier)
  return {
    decisions,
    events: decisions.filter(({ action }) => action !== 'pass').map(toEvent),
    statements: ledger.observationStatements(run, { ...observation, ...(isOutlier && { isOutlier }) }, now),
  }
}

const compare = ({ config }: AnomalyRule, observation: Observation, recent: Observation[]): Judgement =>
  judge(observation, recent.slice(-2 * config.baseline_window), {
    metrics: config.metrics,
    k: parseAlert(config.alert_on) ?? Infinity,
    baseline_window: config.baseline_window,
    ...(config.method !== undefined && { method: config.method }),
  })

/** An alarm comes with every twentieth answer or so, so it is never more than a flag. */
const decisionOf = (
  { name }: AnomalyRule,
  { metrics, isAnomalous }: Judgement,
  ms: number,
): DecisionRecord => {
  const unusual = Object.entries(metrics).flatMap(([metric, verdict]) =>
    typeof verdict === 'object' && verdict.isAnomalous ? [{ metric, sigmas: Math.abs(verdict.z) }] : [],
  )
  const reason = unusual
    .map(({ metric, sigmas }) => `${metric} is ${sigmas.toFixed(1)} deviations off`)
    .join(', ')
  return {
    guardrail: name,
    type: 'anomaly_detection',
    stage: 'output',
    action: isAnomalous ? 'warn' : 'pass',
    category: unusual[0]?.metric ?? '',
    score: unusual[0]?.sigmas ?? null,
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

const toEvent = (decision: DecisionRecord): EventFields => {
  const { guardrail, type, stage, action, category, detector, reason, score } = decision
  return {
    type: 'guardrail.triggered',
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
