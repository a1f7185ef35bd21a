/**
 * `heddle evals run`: creates an evaluation on a running service, or takes an existing one, follows it to its end and checks
 * the gates. The evaluation belongs to the service and continues if this command is interrupted.
 */
import type { Evaluation } from '../../schema/evaluation.js'
import { requireDataset } from '../commands/datasets.js'
import { resolveAssistant } from '../commands/resolve-assistant.js'
import { makeClient, type Client } from '../service/client.js'
import { usageError, CommandError, EXIT, incomplete, type ExitCode } from '../command-error.js'
import { makeEvaluationsApi, type EvaluationsApi } from './evaluations-api.js'
import { checkFlags, type RunFlags } from './flags.js'
import { followEvaluation } from './follow-evaluation.js'
import { decideGates } from './gates.js'
import { makeProgressLine, type Screen } from './progress-line.js'
import { formatGate, formatReport } from './report.js'
import { prepareReportFiles, usesStdout, writeReportFiles } from './report-files.js'
import { applyFlags, readRequestFile } from './evaluation-request.js'
import { resolveTarget } from '../service/session.js'

export interface CommandContext {
  env: Readonly<Record<string, string | undefined>>
  out: { write: (text: string) => unknown }
  err: Screen
  /** Aborted with a CommandError to end the command. */
  abortController: AbortController
  retryForMs?: number
  pollMs?: number
}

const DEFAULT_ALPHA = 0.05
/** A service that restarts does not end the command. */
const RETRY_FOR_MS = 30_000

export const runEvals = async (
  file: string | undefined,
  flags: RunFlags,
  context: CommandContext,
): Promise<ExitCode> => {
  /** The evaluation that a later command can continue to follow. */
  let resumableId: string | undefined
  try {
    checkFlags(file, flags)
    prepareReportFiles(flags)
    const client = openClient(flags, context)
    const evaluations = makeEvaluationsApi(client)
    await checkBaseline(evaluations, flags)
    const evaluation = await findOrCreate(evaluations, file, await resolveNames(client, flags))
    checkCriteria(evaluation, flags)
    resumableId = evaluation.id
    const started = evaluation.status === 'pending' ? await evaluations.start(resumableId) : evaluation
    const settled = await followWithTimeout(evaluations, started, flags, context)
    if (settled.status === 'failed' || settled.status === 'cancelled') resumableId = undefined
    return await reportOutcome(evaluations, settled, flags, context)
  } catch (error) {
    // An abort causes various errors; its reason is the one to report.
    const { signal } = context.abortController
    const cause: unknown = signal.aborted ? signal.reason : error
    if (!(cause instanceof CommandError)) throw error
    context.err.write(`heddle: ${cause.message}\n`)
    if (resumableId !== undefined && cause.exitCode !== EXIT.usageError)
      context.err.write(
        `heddle: the evaluation continues on the service; follow it with: ${toResumeCommand(resumableId, flags)}\n`,
      )
    return cause.exitCode
  }
}

const toResumeCommand = (id: string, { url }: RunFlags): string =>
  `heddle evals run --eval ${id}${url === undefined ? '' : ` --url ${url}`}`

const openClient = (flags: RunFlags, { env, abortController, retryForMs }: CommandContext): Client =>
  makeClient({
    ...resolveTarget(flags, env),
    signal: abortController.signal,
    retryForMs: retryForMs ?? RETRY_FOR_MS,
  })

/** Replaces the names of the assistant and of the dataset by their ids. */
const resolveNames = async (client: Client, flags: RunFlags): Promise<RunFlags> => ({
  ...flags,
  ...(flags.assistant !== undefined && { assistant: await resolveAssistant(client, flags.assistant) }),
  ...(flags.dataset !== undefined && { dataset: await requireDataset(client, flags.dataset) }),
})

/** Checked first, so that no evaluation is run that cannot be compared. */
const checkBaseline = async (
  evaluations: EvaluationsApi,
  { regressionAgainst: id }: RunFlags,
): Promise<void> => {
  if (id === true) return
  const { status } = await evaluations.read(id)
  if (status !== 'completed')
    throw usageError(`evaluation ${id} cannot be the baseline: it is ${status}, not completed`)
}

const findOrCreate = (
  evaluations: EvaluationsApi,
  file: string | undefined,
  flags: RunFlags,
): Promise<Evaluation> =>
  flags.eval === undefined
    ? evaluations.create(applyFlags(file === undefined ? {} : readRequestFile(file), flags))
    : evaluations.read(flags.eval)

/** Checked before the start, because a misspelled name would fail its gate only at the end. */
const checkCriteria = ({ id, criteria }: Evaluation, { criterion: limits = [] }: RunFlags): void => {
  const names = criteria.map(({ name }) => name)
  const unknown = limits.find(({ criterion }) => !names.includes(criterion))
  if (unknown !== undefined)
    throw usageError(`evaluation ${id} has no criterion ${unknown.criterion}; it has ${names.join(', ')}`)
}

const followWithTimeout = async (
  evaluations: EvaluationsApi,
  evaluation: Evaluation,
  { timeout, quiet }: RunFlags,
  { err, abortController, pollMs }: CommandContext,
): Promise<Evaluation> => {
  const timer = setTimeout(() => {
    abortController.abort(incomplete(`the evaluation took longer than ${String(timeout)} s`))
  }, timeout * 1000)
  const line = makeProgressLine(err, () => performance.now())
  try {
    return await followEvaluation(evaluations, evaluation, {
      onProgress: quiet ? () => undefined : line.show,
      pollMs,
    })
  } finally {
    clearTimeout(timer)
    line.end()
  }
}

const reportOutcome = async (
  evaluations: EvaluationsApi,
  evaluation: Evaluation,
  flags: RunFlags,
  { out, err }: CommandContext,
): Promise<ExitCode> => {
  const { summary, progress, status, id } = evaluation
  if (status !== 'completed' || summary === null) {
    await writeReportFiles(evaluations, { evaluation, gates: [], comparison: null }, flags, out)
    throw incomplete(await describeIncomplete(evaluations, evaluation))
  }
  const { regressionAgainst: baseline, criterion: criteria = [], alpha = DEFAULT_ALPHA } = flags
  const comparison = baseline === true ? null : await evaluations.compare(id, baseline)
  const gates = decideGates({ summary, progress }, { ...flags, criteria, alpha }, comparison)
  await writeReportFiles(evaluations, { evaluation, gates, comparison }, flags, out)
  const failed = gates.filter(({ passed }) => !passed)
  if (!flags.quiet)
    (usesStdout(flags) ? err : out).write(formatReport(evaluation, summary, gates, comparison))
  else for (const gate of failed) err.write(`heddle: ${formatGate(gate)}\n`)
  return failed.length === 0 ? EXIT.ok : EXIT.failed
}

const describeIncomplete = async (evaluations: EvaluationsApi, evaluation: Evaluation): Promise<string> => {
  const { id, status, error } = evaluation
  if (status === 'failed') return `evaluation ${id} failed: ${error?.message ?? 'no reason given'}`
  if (status !== 'awaiting_feedback') return `evaluation ${id} is ${status}, so the gates cannot be checked`
  let waiting = 0
  for await (const _ of evaluations.results(id, 'awaiting_feedback')) waiting++
  return `${String(waiting)} results of evaluation ${id} are waiting for reviewers`
}
