import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { LangGraphRun, RunRequest } from '../../api/dialect.ts'
import { cancelThreadRun, createThread, startRun } from '../../api/threads.ts'
import { newUuid } from '../../model/ids.ts'
import type { MessageItem } from '../../model/transcript.ts'
import type { ChatPaneProps } from './chat-pane.tsx'
import type { Multitask } from './composer.tsx'
import { isRecord } from '../../model/is-record.ts'

interface SentInput {
  text: string | undefined
  values: unknown
}

const TITLE_CHARS = 120

/** A message gets its id here, so that it is recognized when the stream repeats it. */
const toInput = ({ text, values }: SentInput): unknown =>
  text === undefined
    ? values
    : { ...(isRecord(values) ? values : {}), messages: [{ type: 'human', content: text, id: newUuid() }] }

/** Starts runs: with a new input, as a fork, again, or with a value for an interrupt. */
export const useSending = (
  { threadId, chat, assistant, overrides, setSearch }: ChatPaneProps,
  leaf: string | undefined,
  isNewest: boolean,
) => {
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  const base = { assistant_id: assistant.assistant_id, ...overrides }

  /** Follows a run that starts at a checkpoint; afterwards the newest branch is shown. */
  const runFrom = async (
    request: Partial<RunRequest>,
    from: string | undefined,
    pendingText?: string,
  ): Promise<boolean> => {
    if (threadId === undefined) return false
    const at = from === undefined ? {} : { checkpoint_id: from }
    try {
      setSearch({ checkpoint: undefined })
      await chat.follow(threadId, { ...base, ...request, ...at }, { from: from ?? leaf, pendingText })
      return true
    } catch (error) {
      chat.setError(error)
      return false
    }
  }

  const startInNewThread = async (input: unknown, text: string | undefined): Promise<void> => {
    const thread = await createThread(text === undefined ? {} : { title: text.slice(0, TITLE_CHARS) })
    await startRun(thread.thread_id, { ...base, input })
    await navigate({
      to: '/chat/$threadId',
      params: { threadId: thread.thread_id },
      // Breakpoints are part of the URL and stay.
      search: (old: Record<string, string | undefined>) => ({ ...old, assistant: assistant.assistant_id }),
    })
  }

  /** Resolves with false if the service did not take the input. */
  const send = async (sent: SentInput, multitask: Multitask): Promise<boolean> => {
    const input = toInput(sent)
    setPending(true)
    try {
      if (threadId === undefined) await startInNewThread(input, sent.text)
      else if (chat.active === undefined) {
        setPending(false)
        return await runFrom({ input }, isNewest ? undefined : leaf, sent.text)
      } else {
        await startRun(threadId, { ...base, input, multitask_strategy: multitask })
        await chat.refresh(threadId)
      }
      return true
    } catch (error) {
      chat.setError(error)
      return false
    } finally {
      setPending(false)
    }
  }

  return {
    pending,
    send,
    /** Continues at the shown checkpoint without a new message. */
    run: (request: Partial<RunRequest>) => runFrom(request, isNewest ? undefined : leaf),
    /** Sends another text in place of a message: the run starts at the checkpoint before it. */
    fork: (item: MessageItem, text: string) =>
      runFrom({ input: toInput({ text, values: {} }) }, item.checkpoint?.parentId, text),
    /** Runs the nodes after a message of the user, or those that wrote a message, again. */
    retry: (item: MessageItem) =>
      runFrom(
        { input: null },
        item.message.kind === 'user' ? item.checkpoint?.id : item.checkpoint?.parentId,
      ),
    takeBack: async (run: LangGraphRun): Promise<void> => {
      try {
        await cancelThreadRun(run.thread_id, run.run_id)
        await chat.refresh(run.thread_id)
      } catch (error) {
        chat.setError(error)
      }
    },
  }
}
