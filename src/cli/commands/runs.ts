/** `heddle runs`: lists, shows, follows, cancels and repeats runs. */
import type { Command } from 'commander'
import { newId } from '../../platform/ids.js'
import type { Run } from '../../schema/run.js'
import type { RunListItem } from '../../schema/run-list.js'
import { EXIT, type ExitCode } from '../command-error.js'
import { formatAge, formatDuration, formatFields } from '../output/format.js'
import type { Column } from '../output/table.js'
import { extractReply } from '../runs/extract-reply.js'
import { printRun } from '../runs/print-run.js'
import { runWithSession } from '../service-command.js'
import type { Session } from '../service/session.js'
import { addLimitOption, collect, parseCount, parseId, readJsonObject } from './flags.js'

interface ListFlags {
  status?: string[]
  assistant?: string[]
  thread?: string
  since?: string
  search?: string
  limit: number
}

interface RerunFlags {
  input?: string
  assistantVersion?: number
  checkpoint?: string
  detach?: boolean
}

export const addRunsCommand = (program: Command): void => {
  const runs = program.command('runs').description('list, show, follow, cancel and repeat runs')
  const list = runs
    .command('list')
    .description('list runs, newest first')
    .option('-s, --status <status>', 'only runs with this status, such as failed; may be repeated', collect)
    .option('-a, --assistant <id>', 'only runs of this assistant (id or name); may be repeated', collect)
    .option('-t, --thread <id>', 'only runs of this thread', parseId)
    .option('--since <time>', 'only runs created after this time (ISO 8601)')
    .option('--search <text>', 'the beginning of an id, or words of the input')
  runWithSession(addLimitOption(list), listRuns)
  runWithSession(runs.command('get <run_id>').description('show a run'), getRun)
  runWithSession(
    runs.command('watch <run_id>').description('stream the reply of a run until it ends'),
    printRun,
  )
  runWithSession(runs.command('cancel <run_id...>').description('cancel runs'), cancelRuns)
  const rerun = runs
    .command('rerun <run_id>')
    .description('repeat a run with the same input, and stream the reply')
    .option('--input <json>', 'another input: JSON, - or @file')
    .option('--assistant-version <n>', 'another version of the assistant', parseCount)
    .option('--checkpoint <id>', 'continue from this checkpoint of the thread')
    .option('--detach', 'print the id of the new run and do not wait for it')
  runWithSession(rerun, rerunRun)
}

const makeColumns = (session: Session): Column<RunListItem>[] => {
  const now = Date.now()
  return [
    { title: 'RUN', value: ({ run_id }) => run_id },
    { title: 'STATUS', value: ({ status }) => status, paint: session.output.paintStatus },
    { title: 'CREATED', value: ({ created_at }) => formatAge(created_at, now) },
    {
      title: 'DURATION',
      value: ({ duration_ms }) => (duration_ms === null ? '' : formatDuration(duration_ms)),
      align: 'right',
    },
    {
      title: 'INPUT',
      value: ({ preview, error }) => (error === null ? preview : `${error.code}: ${error.message}`),
      isFlexible: true,
    },
  ]
}

const listRuns = async (session: Session, flags: ListFlags): Promise<void> => {
  const query = {
    view: 'summary',
    status: flags.status,
    assistant_id: flags.assistant,
    thread_id: flags.thread,
    created_after: flags.since,
    q: flags.search,
  }
  const runs = session.client.list<RunListItem>('/api/v1/runs', query, flags.limit)
  await session.output.printList(runs, makeColumns(session), 'no runs')
}

const formatRun = (run: Run): string =>
  formatFields({
    run: run.run_id,
    status: run.status,
    assistant: `${run.assistant_id} (version ${String(run.assistant_version)})`,
    thread: run.thread_id,
    created: run.created_at,
    started: run.started_at,
    ended: run.completed_at,
    duration: run.duration_ms === null ? null : formatDuration(run.duration_ms),
    attempt: run.attempt > 1 ? run.attempt : null,
    input: run.input,
    reply: run.output === null ? null : extractReply(run.output),
    error: run.error === null ? null : `${run.error.code}: ${run.error.message}`,
    waits_for: run.required_action,
    usage: run.usage,
    repeats: run.retry_of,
  })

const getRun = async ({ client, output }: Session, runId: string): Promise<void> => {
  output.print(await client.get<Run>(`/api/v1/runs/${encodeURIComponent(runId)}`), formatRun)
}

/** Cancels all of them even if one cannot be cancelled. */
const cancelRuns = async ({ client, output }: Session, runIds: string[]): Promise<ExitCode> => {
  let exitCode: ExitCode = EXIT.ok
  for (const runId of runIds) {
    try {
      const run = await client.post<Run>(`/api/v1/runs/${encodeURIComponent(runId)}/cancel`)
      output.print(run, ({ run_id, status }) => `${run_id}  ${status}`)
    } catch (error) {
      if (runIds.length === 1) throw error
      output.note(`heddle: ${runId}: ${(error as Error).message}`)
      exitCode = EXIT.failed
    }
  }
  return exitCode
}

const rerunRun = async (
  session: Session,
  runId: string,
  { input, assistantVersion, checkpoint, detach }: RerunFlags,
): Promise<ExitCode | undefined> => {
  const body = {
    ...(input !== undefined && { input: await readJsonObject(input, '--input') }),
    ...(assistantVersion !== undefined && { assistant_version: assistantVersion }),
    ...(checkpoint !== undefined && { from_checkpoint_id: checkpoint }),
  }
  const path = `/api/v1/runs/${encodeURIComponent(runId)}/rerun`
  const run = await session.client.post<Run>(path, { body, idempotencyKey: newId() })
  if (detach !== true) return printRun(session, run.run_id)
  session.output.print(run, ({ run_id }) => run_id)
  return undefined
}
