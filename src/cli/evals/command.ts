/** Declares the command `heddle evals` and its flags. */
import type { Command } from 'commander'
import { addLimitOption, collect, parseCount, parseId } from '../commands/flags.js'
import { CommandError, EXIT } from '../command-error.js'
import { acceptGlobalOptions, runWithSession } from '../service-command.js'
import { addCriterion, parseAlpha, parseFraction, parseTimeout, type RunFlags } from './flags.js'

export const addEvalsCommand = (program: Command): void => {
  const evals = program.command('evals').description('run, compare and report evaluations')
  const run = evals
    .command('run [file]')
    .description('run an evaluation, wait for it and fail if a gate fails; see docs/ci.md')
    .option('--eval <eval_id>', 'an existing evaluation, instead of a file', parseId)
    .option('--assistant <id>', 'the assistant under test: its id, name or graph')
    .option('--assistant-version <n>', 'version of the assistant', parseCount)
    .option('--dataset <id>', 'the dataset: its id or name')
    .option('--name <text>', 'name of the evaluation')
    .option('--split <name>', 'only examples of this split')
    .option('--tag <tag>', 'only examples with this tag; may be repeated', collect)
    .option('--concurrency <n>', 'examples run concurrently', parseCount)
    .option('--repetitions <n>', 'runs per example', parseCount)
    .option('--fail-under <share>', 'minimum pass rate', parseFraction)
    .option('--fail-under-lower-bound', 'compare --fail-under with the lower bound of the 95 % interval')
    .option('--min-score <score>', 'minimum mean score', parseFraction)
    .option('--criterion <name=share>', 'minimum pass rate of one criterion; may be repeated', addCriterion)
    .option('--max-errors <share>', 'maximum share of results without a score', parseFraction, 0.05)
    .option('--no-regression-against <eval_id>', 'fail if significantly worse than that evaluation', parseId)
    .option('--alpha <p>', 'significance level of a regression (default: 0.05)', parseAlpha)
    .option('--junit <file>', 'write JUnit XML; - is standard output')
    .option('--json <file>', 'write JSON; - is standard output')
    .option('--timeout <seconds>', 'how long to wait', parseTimeout, 3_600)
    .option('--quiet', 'print only failures')
  addInspectionCommands(evals)
  acceptGlobalOptions(run).action((file: string | undefined) =>
    runAndSetExitCode(file, run.optsWithGlobals()),
  )
}

const addInspectionCommands = (evals: Command): void => {
  runWithSession(
    addLimitOption(evals.command('list').description('list evaluations, newest first')),
    async (session, flags: { limit: number }) => (await import('./inspect.js')).listEvals(session, flags),
  )
  runWithSession(
    evals
      .command('compare <eval_id> <baseline_id>')
      .description('compare a completed evaluation with an earlier one, example by example'),
    async (session, evalId: string, baselineId: string) =>
      (await import('./inspect.js')).compareEvals(session, evalId, baselineId),
  )
  const report = evals
    .command('report <eval_id>')
    .description('print the statistics of an evaluation, or write reports')
    .option('--junit <file>', 'write JUnit XML; - is standard output')
    .option('--json <file>', 'write JSON; - is standard output')
  runWithSession(report, async (session, evalId: string, files: { junit?: string; json?: string }) =>
    (await import('./inspect.js')).reportEval(session, evalId, files),
  )
}

/** `-o json` is the JSON report on standard output. */
const applyOutputFormat = ({ output, json, ...flags }: RunFlags): RunFlags => ({
  ...flags,
  ...((output ?? 'text') !== 'text' ? { json: json ?? '-' } : json !== undefined && { json }),
})

const runAndSetExitCode = async (file: string | undefined, flags: RunFlags): Promise<void> => {
  const abortController = new AbortController()
  // A second signal terminates the process at once, because the listeners are removed.
  process.once('SIGINT', () => abortController.abort(new CommandError(EXIT.interrupted, 'interrupted')))
  process.once('SIGTERM', () => abortController.abort(new CommandError(EXIT.terminated, 'terminated')))
  try {
    const [{ runEvals }, { readEnvironment }] = await Promise.all([
      import('./run.js'),
      import('../../config.js'),
    ])
    const context = { env: readEnvironment(), out: process.stdout, err: process.stderr, abortController }
    process.exitCode = await runEvals(file, applyOutputFormat(flags), context)
  } catch (error) {
    // An unexpected error must not have the exit code of a failed gate.
    process.stderr.write(`heddle: ${(error as Error).stack ?? String(error)}\n`)
    process.exitCode = EXIT.incomplete
  }
}
