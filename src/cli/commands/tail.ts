/** `heddle tail`: prints the events of a run, or the status changes of all runs, one per line. */
import type { Command } from 'commander'
import type { Change } from '../../schema/change.js'
import { CommandError, incomplete, type ExitCode } from '../command-error.js'
import { formatValue } from '../output/format.js'
import { shorten } from '../output/table.js'
import { followRun, type RunEvent } from '../runs/follow-run.js'
import { getRunExitCode } from '../runs/print-run.js'
import { runWithSession } from '../service-command.js'
import { describeCause } from '../service/describe-failure.js'
import type { Session } from '../service/session.js'
import type { Run } from '../../schema/run.js'

interface TailFlags {
  tokens?: boolean
}

export const addTailCommand = (program: Command): void => {
  const command = program
    .command('tail [run_id]')
    .description('print the events of a run until it ends, or the status changes of all runs until Ctrl-C')
    .option('--tokens', 'also print each token of the model')
  runWithSession(command, tail)
}

const tail = (session: Session, runId: string | undefined, flags: TailFlags): Promise<ExitCode> =>
  runId === undefined ? tailAllRuns(session) : tailRun(session, runId, flags)

/** Fields that every event has, or that are too long for a line. */
const HIDDEN_FIELDS = new Set(['type', 'run_id', 'thread_id', 'timestamp', 'at', 'task_id', 'parent', 'step'])
const MAX_VALUE_WIDTH = 80

const formatEvent = ({ id, type, data }: RunEvent): string => {
  const fields = Object.entries(data)
    .filter(([name, value]) => !HIDDEN_FIELDS.has(name) && value !== null)
    .map(([name, value]) => `${name}=${shorten(formatValue(value), MAX_VALUE_WIDTH)}`)
  return [String(data['timestamp']), id.padStart(4), type.padEnd(20), ...fields].join(' ').trimEnd()
}

const tailRun = async (
  { client, output }: Session,
  runId: string,
  { tokens = false }: TailFlags,
): Promise<ExitCode> => {
  for await (const event of followRun(client, encodeURIComponent(runId))) {
    if (event.type === 'llm.token' && !tokens) continue
    if (output.isText) output.write(`${formatEvent(event)}\n`)
    else output.printJson({ id: Number(event.id), ...event.data })
  }
  return getRunExitCode(await client.get<Run>(`/api/v1/runs/${runId}`))
}

const RECONNECT_PAUSE_MS = 1_000

const tailAllRuns = async ({ client, output }: Session): Promise<never> => {
  let lastId: string | undefined
  for (;;) {
    try {
      for await (const { id, event, data } of client.stream('/api/v1/events?topics=runs', lastId)) {
        lastId = id ?? lastId
        if (event === 'ready') output.progress('waiting for changes of runs; press Ctrl-C to stop')
        if (event === 'reset') output.note('some changes may be missing')
        if (event !== 'changes') continue
        const { changes } = JSON.parse(data) as { changes: Change[] }
        for (const { topic: _, id: run_id, ...change } of changes)
          output.print(
            { run_id, ...change },
            ({ updated_at, status }) => `${updated_at} ${run_id} ${output.paintStatus(status)}`,
          )
      }
    } catch (error) {
      if (error instanceof CommandError) throw error
      if (lastId === undefined) throw incomplete(`cannot reach ${client.url}: ${describeCause(error)}`)
      output.progress('the connection is lost, reconnecting')
    }
    await client.pause(RECONNECT_PAUSE_MS)
  }
}
