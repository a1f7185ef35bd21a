/** Declares the command `heddle evals` and its flags. */
import type { Command } from 'commander'
import { readEnvironment } from '../../config.js'
import { CommandError, EXIT } from './command-error.js'
import {
  addCriterion,
  addTag,
  parseAlpha,
  parseCount,
  parseId,
  parseFraction,
  parseTimeout,
  type RunFlags,
} from './flags.js'

export const addEvalsCommand = (program: Command): void => {
  program
    .command('evals')
    .description('evaluations on a running service')
    .command('run [file]')
    .description('run an evaluation, wait for it and fail if a gate fails; see docs/ci.md')
    .option('--eval <eval_id>', 'an existing evaluation, instead of a file', parseId)
    .option('--assistant <id>', 'the assistant under test', parseId)
    .option('--assistant-version <n>', 'version of the assistant', parseCount)
    .option('--dataset <id>', 'the dataset', parseId)
    .option('--name <text>', 'name of the evaluation')
    .option('--split <name>', 'only examples of this split')
    .option('--tag <tag>', 'only examples with this tag; may be repeated', addTag)
    .option('--concurrency <n>', 'examples run concurrently', parseCount)
    .option('--repetitions <n>', 'runs per example', parseCount)
    .option('--url <url>', 'URL of the service (HEDDLE_URL)')
    .option('--api-key <key>', 'an API key or token (HEDDLE_API_KEY)')
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
    .action(runAndSetExitCode)
}

const runAndSetExitCode = async (file: string | undefined, flags: RunFlags): Promise<void> => {
  const abortController = new AbortController()
  // A second signal terminates the process at once, because the listeners are removed.
  process.once('SIGINT', () => abortController.abort(new CommandError(EXIT.interrupted, 'interrupted')))
  process.once('SIGTERM', () => abortController.abort(new CommandError(EXIT.terminated, 'terminated')))
  const context = { env: readEnvironment(), out: process.stdout, err: process.stderr, abortController }
  try {
    const { runEvals } = await import('./run.js')
    process.exitCode = await runEvals(file, flags, context)
  } catch (error) {
    // An unexpected error must not have the exit code of a failed gate.
    process.stderr.write(`heddle: ${(error as Error).stack ?? String(error)}\n`)
    process.exitCode = EXIT.incomplete
  }
}
