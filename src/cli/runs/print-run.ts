/** Prints a run while it executes: tokens to stdout, status to stderr. */
import { EXIT, type ExitCode } from '../command-error.js'
import { formatDuration, formatValue, toPrintable } from '../output/format.js'
import { describeRequest } from '../inbox/waiting-items.js'
import type { Output } from '../output/output.js'
import type { Session } from '../service/session.js'
import type { Run } from '../../schema/run.js'
import { followRun, isFinalEvent, type RunEvent } from './follow-run.js'
import { extractReply } from './extract-reply.js'

/** Writes the tokens of models, each model call on lines of its own. */
const makeTokenWriter = (output: Output) => {
  let callId: unknown
  let hasOpenLine = false
  const endLine = (): void => {
    if (hasOpenLine) output.write('\n')
    hasOpenLine = false
  }
  return {
    endLine,
    write: ({ data }: RunEvent): void => {
      if (data['call_id'] !== callId) endLine()
      callId = data['call_id']
      const token = String(data['token'])
      if (token === '') return
      output.write(token)
      hasOpenLine = !token.endsWith('\n')
    },
    get hasWritten(): boolean {
      return callId !== undefined
    },
  }
}

const describeProgress = ({ type, data }: RunEvent): string | undefined => {
  switch (type) {
    case 'node.started':
      return `node ${formatValue(data['node_id'])}`
    case 'tool.call':
      return `tool ${formatValue(data['tool_name'])} ${formatValue(data['arguments'])}`
    case 'guardrail.triggered':
      return `guardrail ${formatValue(data['guardrail'])}: ${formatValue(data['reason'])}`
    case 'run.released':
      return `released (${formatValue(data['reason'])}), waiting for a worker`
    default:
      return undefined
  }
}

const describeEnd = ({ run_id, status, duration_ms, error }: Run): string => {
  const duration = duration_ms === null ? '' : ` in ${formatDuration(duration_ms)}`
  const reason = error === null ? '' : `: ${error.code}: ${error.message}`
  return `run ${run_id} ${status}${duration}${reason}`
}

export const getRunExitCode = ({ status }: Pick<Run, 'status'>): ExitCode => {
  if (status === 'completed') return EXIT.ok
  return status === 'requires_action' ? EXIT.incomplete : EXIT.failed
}

const describeRequiredAction = (run: Run): string =>
  [
    `run ${run.run_id} waits for ${run.required_action?.type ?? 'an action'}: ${toPrintable(describeRequest(run))}`,
    `reply with: heddle inbox approve|reject|respond ${run.run_id}`,
  ].join('\n')

const printEvent = (output: Output, tokens: ReturnType<typeof makeTokenWriter>, event: RunEvent): void => {
  if (output.format === 'jsonl') output.printJson(event.data)
  if (!output.isText) return
  if (event.type === 'llm.token') tokens.write(event)
  const progress = describeProgress(event)
  if (progress === undefined) return
  tokens.endLine()
  output.progress(progress)
}

const printResult = (output: Output, run: Run, hasWritten: boolean): void => {
  if (output.format === 'json') output.printJson(run)
  if (!output.isText) return
  if (!hasWritten && run.status === 'completed') output.write(`${extractReply(run.output)}\n`)
  if (run.status === 'requires_action') output.note(describeRequiredAction(run))
  else if (run.status === 'completed') output.progress(describeEnd(run))
  else output.note(describeEnd(run))
}

/** Follows a run to its end, or until it waits for a person, and returns the exit code. */
export const printRun = async (session: Session, runId: string): Promise<ExitCode> =>
  (await printRunAfter(session, runId)).exitCode

/** Prints the events after `after`, so that the caller can resume the run and print what follows. */
export const printRunAfter = async (
  { client, output, signal }: Session,
  runId: string,
  after?: string,
): Promise<{ exitCode: ExitCode; lastEventId: string | undefined }> => {
  let lastEventId = after
  const readRun = () => client.get<Run>(`/api/v1/runs/${runId}`)
  const tokens = makeTokenWriter(output)
  const onAbort = (): void => {
    tokens.endLine()
    output.note(`run ${runId} continues; follow it with: heddle runs watch ${runId}`)
  }
  signal.addEventListener('abort', onAbort, { once: true })
  for await (const event of followRun(client, runId, after)) {
    lastEventId = event.id
    printEvent(output, tokens, event)
    if (isFinalEvent(event)) break
    // An older event of a run that was resumed since then is not the current state.
    if (event.type === 'run.requires_action' && (await readRun()).status === 'requires_action') break
  }
  signal.removeEventListener('abort', onAbort)
  tokens.endLine()
  const run = await readRun()
  printResult(output, run, tokens.hasWritten)
  return { exitCode: getRunExitCode(run), lastEventId }
}
