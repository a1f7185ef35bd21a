/** `heddle threads chat`: a conversation in one thread. Each line is a message; a run that waits for input gets the next line. */
import { createInterface } from 'node:readline'
import { newId } from '../../platform/ids.js'
import type { Run } from '../../schema/run.js'
import type { Thread } from '../../schema/thread.js'
import { EXIT, type ExitCode } from '../command-error.js'
import { resolveAssistant } from '../commands/resolve-assistant.js'
import type { Session } from '../service/session.js'
import { printRunAfter } from './print-run.js'

const EXIT_WORDS = ['/exit', '/quit']

/** The exit code is that of the last run. */
export const chat = async (
  session: Session,
  existingThread: string | undefined,
  assistant: string | undefined,
): Promise<ExitCode> => {
  const { output, signal } = session
  const threadId = existingThread ?? (await createThread(session, assistant))
  output.note(`thread ${threadId}; end the chat with Ctrl-D or ${EXIT_WORDS.join(', ')}`)
  const isInteractive = process.stdin.isTTY
  const lines = createInterface({
    input: process.stdin,
    output: process.stderr,
    prompt: '> ',
    signal,
    terminal: isInteractive,
  })
  // In a terminal, readline handles Ctrl-C itself.
  lines.once('SIGINT', () => lines.close())
  const prompt = (): void => {
    if (isInteractive) lines.prompt()
  }
  let waiting: { runId: string; lastEventId: string | undefined } | undefined
  let exitCode: ExitCode = EXIT.ok
  prompt()
  for await (const line of lines) {
    const message = line.trim()
    if (EXIT_WORDS.includes(message)) break
    if (message !== '') {
      const { run_id } = await (waiting === undefined
        ? startRun(session, threadId, message)
        : resumeRun(session, waiting.runId, message))
      const printed = await printRunAfter(session, run_id, waiting?.lastEventId)
      ;({ exitCode } = printed)
      waiting = exitCode === EXIT.incomplete ? { runId: run_id, lastEventId: printed.lastEventId } : undefined
    }
    prompt()
  }
  signal.throwIfAborted()
  return exitCode
}

const startRun = ({ client }: Session, thread_id: string, message: string): Promise<Run> =>
  client.post<Run>('/api/v1/runs', { body: { thread_id, input: { message } }, idempotencyKey: newId() })

const createThread = async ({ client }: Session, assistant: string | undefined): Promise<string> => {
  const body = assistant === undefined ? {} : { assistant_id: await resolveAssistant(client, assistant) }
  const { thread_id } = await client.post<Thread>('/api/v1/threads', { body, idempotencyKey: newId() })
  return thread_id
}

const resumeRun = ({ client }: Session, runId: string, input: string): Promise<Run> =>
  client.post<Run>(`/api/v1/runs/${runId}/resume`, { body: { input }, idempotencyKey: newId() })
