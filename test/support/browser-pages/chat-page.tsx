/**
 * A page with a chat. The query selects the server, the assistant and the hook. Tests read `window.shown` and call the functions of
 * `window.chat`. The thread is part of the address, so that the page shows it again after a reload.
 */
import { useStream as useSdkStream } from '@langchain/langgraph-sdk/react'
import { useStream as useReactStream } from '@langchain/react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

interface State extends Record<string, unknown> {
  messages?: { id: string; type: string; content: string }[]
}

interface Shown {
  texts: string[]
  isLoading: boolean
  values: unknown
  interrupts: unknown
}

const query = new URLSearchParams(location.search)
const apiUrl = query.get('api')!
const assistantId = query.get('assistant')!

const useThreadId = () => {
  const [threadId, setThreadId] = useState(query.get('thread'))
  const onThreadId = (id: string): void => {
    query.set('thread', id)
    history.replaceState(null, '', `?${query.toString()}`)
    setThreadId(id)
  }
  return { threadId, onThreadId }
}

const renders: string[][] = []

const show = (chat: object, shown: Shown) => {
  if (renders.at(-1)?.join() !== shown.texts.join()) renders.push(shown.texts)
  Object.assign(window, { chat, shown, renders })
  return (
    <main>
      <p>{shown.isLoading ? 'loading' : 'idle'}</p>
      {shown.texts.map((text, index) => (
        <p key={index}>{text}</p>
      ))}
      <pre>{JSON.stringify(shown.interrupts)}</pre>
    </main>
  )
}

const countMessages = ({ values }: { values: State }): number => values.messages?.length ?? 0

const SdkChat = () => {
  const stream = useSdkStream<State>({
    apiUrl,
    assistantId,
    ...useThreadId(),
    fetchStateHistory: true,
    reconnectOnMount: query.get('reconnect') !== 'false',
    onCreated: ({ run_id }) => Object.assign(window, { runId: run_id }),
  })
  const first = stream.messages.at(0)
  const metadata = first === undefined ? undefined : stream.getMessagesMetadata(first)
  Object.assign(window, { branch: metadata?.branch, branchOptions: metadata?.branchOptions })
  Object.assign(window, { firstCheckpoint: metadata?.firstSeenState?.parent_checkpoint })
  Object.assign(window, { savedMessages: Math.max(0, ...stream.history.map(countMessages)) })
  return show(stream, {
    texts: stream.messages.map(({ content }) => content as string),
    isLoading: stream.isLoading,
    values: stream.values,
    interrupts: stream.interrupts,
  })
}

const ReactChat = () => {
  const stream = useReactStream<State>({
    apiUrl,
    assistantId,
    ...useThreadId(),
    transport: query.get('transport') === 'websocket' ? 'websocket' : 'sse',
    onCreated: ({ runId }) => Object.assign(window, { runId }),
  })
  return show(stream, {
    texts: stream.messages.map(({ text }) => text),
    isLoading: stream.isLoading,
    values: stream.values,
    interrupts: stream.interrupts,
  })
}

createRoot(document.getElementById('root')!).render(
  query.get('hook') === 'react' ? <ReactChat /> : <SdkChat />,
)
