import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { graphQuery, threadQuery } from '../../api/threads.ts'
import {
  pausableNodes,
  readBreakpoints,
  toBreakpointFields,
  toBreakpointSearch,
} from '../../model/breakpoints.ts'
import { shortId } from '../../model/format.ts'
import { useScreen } from '../../ui/screen.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { useScope } from '../../api/session.ts'
import { ChatBar } from './chat-bar.tsx'
import { ChatPane } from './chat-pane.tsx'
import { useAssistant } from './use-assistant.ts'
import { useChat } from './use-chat.ts'

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

export const ChatScreen = () => {
  const { threadId } = useParams({ strict: false })
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const thread = useQuery({ ...threadQuery(threadId ?? ''), enabled: threadId !== undefined })
  const chat = useChat(threadId)
  const ofThread = textOf(thread.data?.metadata['assistant_id']) ?? chat.runs.data?.[0]?.assistant_id
  const model = useAssistant(search['assistant'], ofThread)
  const canWrite = useScope('write')
  const { data: graph } = useQuery(graphQuery(model.assistant?.assistant_id ?? ''))
  const nodes = pausableNodes(graph)
  const breakpoints = readBreakpoints(search)
  const name = model.assistant?.name
  useScreen(threadId === undefined ? 'Playground' : `Playground ${shortId(threadId)}`, [
    { label: 'Playground', to: '/chat' },
    ...(name === undefined ? [] : [{ label: name }]),
    ...(threadId === undefined ? [] : [{ label: shortId(threadId) }]),
  ])
  const setSearch = (change: Record<string, string | undefined>): void =>
    void navigate({
      to: '.',
      search: (old: Record<string, string | undefined>) =>
        Object.fromEntries(
          Object.entries({ ...old, ...change }).filter(
            (entry): entry is [string, string] => entry[1] !== undefined,
          ),
        ),
      replace: true,
    })

  const problem = model.list.error ?? thread.error ?? (threadId === undefined ? null : chat.history.error)
  const isLoading =
    model.list.isPending || (threadId !== undefined && (thread.isPending || chat.history.isPending))
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <ChatBar
        assistants={model.assistants}
        assistant={model.assistant}
        isDemo={model.isDemo}
        onAssistantChange={(id) => setSearch({ assistant: id })}
        settings={model.settings}
        drafts={model.drafts}
        overrides={model.overrides}
        onDraftsChange={model.setDrafts}
        nodes={nodes}
        breakpoints={breakpoints}
        onBreakpointsChange={(next) => setSearch(toBreakpointSearch(next))}
        canWrite={canWrite}
        hasThread={threadId !== undefined}
      />
      {problem != null ? (
        <ErrorState
          error={problem}
          onRetry={() => {
            void model.list.refetch()
            if (threadId !== undefined) void thread.refetch().then(() => chat.history.refetch())
          }}
        />
      ) : isLoading ? (
        <Loading label="Loading the conversation" />
      ) : model.assistant === undefined ? (
        <EmptyState
          icon="assistants"
          title="No assistant yet"
          actions={
            <Link to="/assistants" search={{}} className={buttonClass('primary')}>
              Assistants
            </Link>
          }
        >
          <p>
            The playground talks to an assistant: a model with instructions, a declarative graph, or a graph
            of your code. Create one with{' '}
            <code className="font-mono text-small">POST /api/v1/assistants</code>, or name a graph in{' '}
            <code className="font-mono text-small">langgraph.json</code>.
          </p>
        </EmptyState>
      ) : (
        <ChatPane
          key={threadId ?? 'new'}
          threadId={threadId}
          chat={chat}
          assistant={model.assistant}
          input={model.input}
          isInputPending={model.isInputPending}
          overrides={{ ...model.overrides?.run, ...toBreakpointFields(breakpoints, nodes) }}
          overrideProblem={
            Object.entries(model.overrides?.problems ?? {}).map(([field, text]) => `${field} ${text}`)[0]
          }
          canWrite={canWrite}
          checkpoint={search['checkpoint']}
          inputMode={search['input']}
          setSearch={setSearch}
        />
      )}
    </div>
  )
}
