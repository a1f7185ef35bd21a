/**
 * `heddle evals run`: makes an evaluation on a running service, or takes one that is there, follows it to its end, and holds
 * it against the gates. The evaluation is the service's: whatever becomes of this command, it goes on.
 */
import type { Evaluation } from '../../schema/evaluation.js'
import { makeClient } from './http-client.js'
import { badUse, CommandError, EXIT, unfinished, type ExitCode } from './command-error.js'
import { makeEvaluationCalls, type EvaluationCalls } from './evaluations-api.js'
import { checkFlags, type RunFlags } from './flags.js'
import { follow } from './follow-evaluation.js'
import { decideGates } from './gates.js'
import { makeProgressLine, type Screen } from './progress-line.js'
import { gateLine, reportOf } from './report.js'
import { prepareFiles, takeStdout, writeFiles } from './report-files.js'
import { overlay, readRequestFile } from './evaluation-request.js'
import { readServiceUrl } from './service-url.js'

export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>
  out: { write: (text: string) => unknown }
  err: Screen
  /** Aborted with a CommandError when the command is to end. */
  stopping: AbortController
  patienceMs?: number
  pauseMs?: number
}

const DEFAULT_ALPHA = 0.05

export const runEvals = async (
  file: string | undefined,
  flags: RunFlags,
  around: Surroundings,
): Promise<ExitCode> => {
  /** That which can be come back to. */
  let open: string | undefined
  try {
    checkFlags(file, flags)
    prepareFiles(flags)
    const evaluations = evaluationsOf(flags, around)
    await checkBaseline(evaluations, flags)
    const evaluation = await findOrCreate(evaluations, file, flags)
    checkCriteria(evaluation, flags)
    open = evaluation.id
    const started = evaluation.status === 'pending' ? await evaluations.start(open) : evaluation
    const settled = await followInTime(evaluations, started, flags, around)
    if (settled.status === 'failed' || settled.status === 'cancelled') open = undefined
    return await conclude(evaluations, settled, flags, around)
  } catch (error) {
    // What a stop breaks off fails in many ways; its reason is the one that counts.
    const { signal } = around.stopping
    const cause: unknown = signal.aborted ? signal.reason : error
    if (!(cause instanceof CommandError)) throw error
    around.err.write(`heddle: ${cause.message}\n`)
    if (open !== undefined && cause.exitCode !== EXIT.badUse)
      around.err.write(
        `heddle: the evaluation is with the service; come back to it with: ${comeBack(open, flags)}\n`,
      )
    return cause.exitCode
  }
}

const comeBack = (id: string, { url }: RunFlags): string =>
  `heddle evals run --eval ${id}${url === undefined ? '' : ` --url ${url}`}`

const evaluationsOf = (flags: RunFlags, { env, stopping, patienceMs }: Surroundings): EvaluationCalls => {
  // A secret that CI does not have is an empty variable.
  const given = (name: string): string | undefined => (env[name] === '' ? undefined : env[name])
  const url = readServiceUrl(flags.url ?? given('HEDDLE_URL'))
  const apiKey = flags.apiKey ?? given('HEDDLE_API_KEY')
  return makeEvaluationCalls(makeClient({ url, apiKey, signal: stopping.signal, patienceMs }))
}

/** Before anything is spent on an evaluation that could not be compared. */
const checkBaseline = async (
  evaluations: EvaluationCalls,
  { regressionAgainst: id }: RunFlags,
): Promise<void> => {
  if (id === true) return
  const { status } = await evaluations.read(id)
  if (status !== 'completed')
    throw badUse(`nothing can be held against ${id}: it is ${status}, not completed`)
}

const findOrCreate = (
  evaluations: EvaluationCalls,
  file: string | undefined,
  flags: RunFlags,
): Promise<Evaluation> =>
  flags.eval === undefined
    ? evaluations.create(overlay(file === undefined ? {} : readRequestFile(file), flags))
    : evaluations.read(flags.eval)

/** Before it is started: a name that is misspelt would fail its gate after all the work. */
const checkCriteria = ({ id, criteria }: Evaluation, { criterion: limits = [] }: RunFlags): void => {
  const names = criteria.map(({ name }) => name)
  const unknown = limits.find(({ criterion }) => !names.includes(criterion))
  if (unknown !== undefined)
    throw badUse(`evaluation ${id} has no criterion ${unknown.criterion}; it has ${names.join(', ')}`)
}

const followInTime = async (
  evaluations: EvaluationCalls,
  evaluation: Evaluation,
  { timeout, quiet }: RunFlags,
  { err, stopping, pauseMs }: Surroundings,
): Promise<Evaluation> => {
  const timer = setTimeout(() => {
    stopping.abort(unfinished(`the evaluation took longer than ${String(timeout)} s`))
  }, timeout * 1000)
  const line = makeProgressLine(err, () => performance.now())
  try {
    return await follow(evaluations, evaluation, { show: quiet ? () => undefined : line.show, pauseMs })
  } finally {
    clearTimeout(timer)
    line.end()
  }
}

const conclude = async (
  evaluations: EvaluationCalls,
  evaluation: Evaluation,
  flags: RunFlags,
  { out, err }: Surroundings,
): Promise<ExitCode> => {
  const { summary, progress, status, id } = evaluation
  if (status !== 'completed' || summary === null) {
    await writeFiles(evaluations, { evaluation, gates: [], comparison: null }, flags, out)
    throw unfinished(await whyUnfinished(evaluations, evaluation))
  }
  const { regressionAgainst: baseline, criterion: criteria = [], alpha = DEFAULT_ALPHA } = flags
  const comparison = baseline === true ? null : await evaluations.compare(id, baseline)
  const gates = decideGates({ summary, progress }, { ...flags, criteria, alpha }, comparison)
  await writeFiles(evaluations, { evaluation, gates, comparison }, flags, out)
  const failed = gates.filter(({ passed }) => !passed)
  if (!flags.quiet) (takeStdout(flags) ? err : out).write(reportOf(evaluation, summary, gates, comparison))
  else for (const gate of failed) err.write(`heddle: ${gateLine(gate)}\n`)
  return failed.length === 0 ? EXIT.passed : EXIT.gateFailed
}

const whyUnfinished = async (evaluations: EvaluationCalls, evaluation: Evaluation): Promise<string> => {
  const { id, status, error } = evaluation
  if (status === 'failed') return `evaluation ${id} failed: ${error?.message ?? 'no reason was given'}`
  if (status !== 'awaiting_feedback') return `evaluation ${id} is ${status}, and there is nothing to decide`
  let waiting = 0
  for await (const _ of evaluations.results(id, 'awaiting_feedback')) waiting++
  return `${String(waiting)} results of evaluation ${id} wait for reviewers`
}
