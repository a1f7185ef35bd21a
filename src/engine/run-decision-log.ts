/**
 * Collects the guardrail decisions of one execution and turns them into statements. The journal adds them to the batch
 * that stores the checked step, so decisions and step are written together.
 */
import type { GuardrailDecisionLog } from '../guardrails/policy/decision-log.js'
import type { DecisionRecord, CheckTally } from '../guardrails/rules/decision.js'
import type { Metrics } from '../platform/metrics.js'
import type { Action, Outcome as GuardrailOutcome } from '../schema/guardrail.js'
import type { Statement } from '../store/sql/statement.js'
import type { Row } from '../store/sql/tables.js'
import type { PassedChecks, JournalEntries, RunGuardrails, Usage } from './threads/executor-protocol.js'

interface RunDecisionLogDeps {
  decisionLog: GuardrailDecisionLog
  metrics: Metrics
}

const BY_SEVERITY: readonly GuardrailOutcome[] = ['blocked', 'flagged', 'passed']

const findWorst = (outcomes: readonly (GuardrailOutcome | null)[]): GuardrailOutcome =>
  BY_SEVERITY.find((outcome) => outcomes.includes(outcome)) ?? 'passed'

export class RunDecisionLog {
  readonly #tallies = new Map<string, CheckTally>()
  #outcome: GuardrailOutcome

  constructor(
    private readonly deps: RunDecisionLogDeps,
    private readonly run: Row<'runs'>,
    private readonly guardrails: RunGuardrails,
    /** The outcome of an earlier execution that crashed: it may have replaced the text that it found. */
    crashedOutcome: GuardrailOutcome | null,
  ) {
    this.#outcome = findWorst([run.guardrail_outcome, crashedOutcome])
  }

  /** The outcome over all executions of the run. */
  get outcome(): GuardrailOutcome {
    return this.#outcome
  }

  count({ decisions, passedChecks }: Pick<JournalEntries, 'decisions' | 'passedChecks'>): void {
    for (const checks of passedChecks) this.#add('pass', checks)
    for (const { guardrail: name, type, action, latency_us } of decisions) {
      this.#add(action, { name, type, checks: 1, latency_us })
      if (action === 'block') this.#outcome = 'blocked'
      else if (action !== 'pass' && this.#outcome === 'passed') this.#outcome = 'flagged'
    }
  }

  #add(action: Action, { name, type, checks, latency_us }: PassedChecks): void {
    const { guardrailChecks, guardrailSeconds } = this.deps.metrics
    guardrailChecks.inc({ type, action }, checks)
    guardrailSeconds.inc({ type }, latency_us / 1e6)
    const key = `${action} ${name}`
    const tally = this.#tallies.get(key) ?? { name, action, checks: 0, triggers: 0, latency_us: 0 }
    this.#tallies.set(key, tally)
    tally.checks += checks
    tally.latency_us += latency_us
    if (action !== 'pass') tally.triggers += checks
  }

  auditStatements(decisions: readonly DecisionRecord[], now: number): Statement[] {
    return decisions.length === 0
      ? []
      : this.deps.decisionLog.decisionStatements(this.run, this.guardrails.set, decisions, now)
  }

  /** Statements for the batch that ends the execution, so that every run is counted exactly once. */
  finishStatements(usage: Usage | null, now: number): Statement[] {
    const change = { before: this.run.guardrail_outcome, after: this.#outcome }
    const scopes = this.#spendScopes()
    return [
      ...this.deps.decisionLog.countStatements(this.run, change, [...this.#tallies.values()]),
      ...(usage === null || scopes.length === 0
        ? []
        : this.deps.decisionLog.spendStatements(this.run, scopes, usage, now)),
    ]
  }

  #spendScopes(): string[] {
    const { thread_id, assistant_id } = this.run
    return this.guardrails.set.definitions
      .filter(({ type }) => type === 'rate_of_spend')
      .map(({ config }) => (config?.['per'] === 'thread' ? thread_id : assistant_id))
  }
}
