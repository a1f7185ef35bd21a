/**
 * A page that shows the components which a graph pushes. The query selects the server, the assistant and the input. The thread is
 * part of the address, so that the page shows it again after a reload.
 */
import { useStream } from '@langchain/langgraph-sdk/react'
import {
  experimental_loadShare,
  LoadExternalComponent,
  uiMessageReducer,
  type UIMessage,
} from '@langchain/langgraph-sdk/react-ui'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

interface State extends Record<string, unknown> {
  result?: string
  ui?: UIMessage[]
}

const query = new URLSearchParams(location.search)
const input = JSON.parse(query.get('input')!) as State
experimental_loadShare('shared-format', { formatDegrees: (degrees: number) => `${String(degrees)} °C` })

const UiPage = () => {
  const [threadId, setThreadId] = useState(query.get('thread'))
  const stream = useStream<State>({
    apiUrl: query.get('api')!,
    assistantId: query.get('assistant')!,
    threadId,
    fetchStateHistory: true,
    onThreadId: (id) => {
      query.set('thread', id)
      history.replaceState(null, '', `?${query.toString()}`)
      setThreadId(id)
    },
    onCustomEvent: (event, { mutate }) =>
      mutate((state) => ({ ui: uiMessageReducer(state.ui ?? [], event as UIMessage) })),
  })
  return (
    <main>
      <button id="start" onClick={() => void stream.submit(input)}>
        Start
      </button>
      <p id="status">{stream.isLoading ? 'loading' : 'idle'}</p>
      <p id="result">{stream.values.result}</p>
      {stream.values.ui?.map((shown) => (
        <LoadExternalComponent key={shown.id} stream={stream} message={shown} fallback={<i>loading</i>} />
      ))}
    </main>
  )
}

createRoot(document.getElementById('root')!).render(<UiPage />)
