/** A page that shows the components which a graph pushes. The query names the server and the assistant. */
import { useStream } from '@langchain/langgraph-sdk/react'
import {
  experimental_loadShare,
  LoadExternalComponent,
  uiMessageReducer,
  type UIMessage,
} from '@langchain/langgraph-sdk/react-ui'
import { createRoot } from 'react-dom/client'

const query = new URLSearchParams(location.search)
experimental_loadShare('shared-format', { formatDegrees: (degrees: number) => `${String(degrees)} °C` })

interface State extends Record<string, unknown> {
  messages: { id?: string; content: string }[]
  ui?: UIMessage[]
}

const ForecastPage = () => {
  const stream = useStream<State>({
    apiUrl: query.get('api')!,
    assistantId: query.get('assistant')!,
    onCustomEvent: (event, { mutate }) =>
      mutate((state) => ({ ui: uiMessageReducer(state.ui ?? [], event as UIMessage) })),
  })
  return (
    <main>
      <button
        id="ask"
        onClick={() => void stream.submit({ messages: [{ type: 'human', content: 'Paris' }] } as never)}
      >
        Ask
      </button>
      <p id="status">{stream.isLoading ? 'loading' : 'idle'}</p>
      {stream.messages.map((message) => (
        <article key={message.id}>
          <p className="text">{JSON.stringify(message.content)}</p>
          {stream.values.ui
            ?.filter(
              ({ metadata }) => metadata?.['message_id'] === message.id || metadata?.['id'] === message.id,
            )
            .map((shown) => (
              <LoadExternalComponent
                key={shown.id}
                stream={stream as never}
                message={shown}
                fallback={<i>loading</i>}
              />
            ))}
        </article>
      ))}
    </main>
  )
}

createRoot(document.getElementById('root')!).render(<ForecastPage />)
