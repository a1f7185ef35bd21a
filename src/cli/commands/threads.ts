/** `heddle threads`: lists and shows threads, their messages and checkpoints, and chats in one. */
import type { Command } from 'commander'
import type { Message } from '../../schema/message.js'
import type { Thread } from '../../schema/thread.js'
import type { ExitCode } from '../command-error.js'
import { formatAge, formatFields, toPrintable } from '../output/format.js'
import { extractText } from '../runs/extract-reply.js'
import { runWithSession } from '../service-command.js'
import type { Session } from '../service/session.js'
import { addLimitOption, parseId } from './flags.js'

interface HistoryFlags {
  checkpoints?: boolean
  limit: number
}

interface ChatFlags {
  assistant?: string
}

interface Checkpoint {
  checkpoint: { checkpoint_id: string }
  created_at: string
  next: string[]
  metadata: { source?: string; step?: number } | null
}

export const addThreadsCommand = (program: Command): void => {
  const threads = program.command('threads').description('list, show and continue threads')
  runWithSession(
    addLimitOption(threads.command('list').description('list threads, newest first')),
    listThreads,
  )
  runWithSession(threads.command('get <thread_id>').description('show a thread'), getThread)
  const history = threads
    .command('history <thread_id>')
    .description('print the latest messages of a thread, oldest first')
    .option('--checkpoints', 'list the checkpoints instead, newest first')
  runWithSession(addLimitOption(history), printHistory)
  const chat = threads
    .command('chat [thread_id]')
    .description('chat in a thread, or in a new one; each line of stdin is a message')
    .option('-a, --assistant <id>', 'id, name or graph of the assistant of a new thread')
  runWithSession(chat, chatInThread)
}

const listThreads = async ({ client, output }: Session, { limit }: { limit: number }): Promise<void> => {
  const now = Date.now()
  await output.printList(
    client.list<Thread>('/api/v1/threads', {}, limit),
    [
      { title: 'THREAD', value: ({ thread_id }) => thread_id },
      { title: 'STATUS', value: ({ status }) => status, paint: output.paintStatus },
      { title: 'UPDATED', value: ({ updated_at }) => formatAge(updated_at, now) },
      { title: 'TITLE', value: ({ title }) => title, isFlexible: true },
    ],
    'no threads',
  )
}

const getThread = async ({ client, output }: Session, threadId: string): Promise<void> => {
  output.print(await client.get<Thread>(`/api/v1/threads/${encodeURIComponent(threadId)}`), (thread) =>
    formatFields({
      thread: thread.thread_id,
      status: thread.status,
      title: thread.title,
      assistant: thread.assistant_id,
      created: thread.created_at,
      updated: thread.updated_at,
      metadata: thread.metadata,
      retention_days: thread.retention_days,
    }),
  )
}

const printHistory = async (
  session: Session,
  threadId: string,
  { checkpoints = false, limit }: HistoryFlags,
): Promise<void> => {
  const path = encodeURIComponent(threadId)
  if (checkpoints) return printCheckpoints(session, path, limit)
  const { client, output } = session
  // The service lists the newest first.
  const collected: Message[] = []
  for await (const message of client.list<Message>(`/api/v1/threads/${path}/messages`, {}, limit))
    collected.unshift(message)
  if (output.format === 'json') output.printJson(collected)
  else
    for (const message of collected)
      output.print(message, ({ role, content }) => `${role}: ${toPrintable(extractText(content))}`)
}

const printCheckpoints = async ({ client, output }: Session, path: string, limit: number): Promise<void> => {
  const checkpoints = await client.get<Checkpoint[]>(`/threads/${path}/history`, { limit })
  await output.printList(
    checkpoints,
    [
      { title: 'CHECKPOINT', value: ({ checkpoint }) => checkpoint.checkpoint_id },
      { title: 'STEP', value: ({ metadata }) => metadata?.step, align: 'right' },
      { title: 'SOURCE', value: ({ metadata }) => metadata?.source },
      { title: 'CREATED', value: ({ created_at }) => created_at },
      { title: 'NEXT', value: ({ next }) => next.join(', '), isFlexible: true },
    ],
    'no checkpoints',
  )
}

const chatInThread = async (
  session: Session,
  threadId: string | undefined,
  { assistant }: ChatFlags,
): Promise<ExitCode> => {
  const { chat } = await import('../runs/chat.js')
  return chat(session, threadId === undefined ? undefined : parseId(threadId), assistant)
}
