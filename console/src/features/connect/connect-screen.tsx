import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { assistantsQuery } from '../../api/assistants.ts'
import { useScope } from '../../api/session.ts'
import { infoQuery } from '../../api/system.ts'
import {
  MORE_SNIPPETS,
  SNIPPET_LANGUAGES,
  writeSnippet,
  type SnippetLanguage,
} from '../../model/connect-snippets.ts'
import { mergeSearch } from '../../model/search.ts'
import { buttonClass } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { CopyIconButton } from '../../ui/copy.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { ScreenHeading, useScreen } from '../../ui/screen.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'

const CLIENTS = [...SNIPPET_LANGUAGES, ...MORE_SNIPPETS]

const NOTES: Partial<Record<SnippetLanguage, string>> = {
  javascript: 'npm install @langchain/langgraph-sdk',
  python: 'pip install langgraph-sdk',
  usestream: 'npm install @langchain/langgraph-sdk react',
  openai: 'pip install openai. The whole conversation is sent with each request.',
  openaijs: 'npm install openai. The whole conversation is sent with each request.',
  mcp: 'The configuration of an MCP client. The server is stateless and uses Streamable HTTP.',
  a2a: 'Agent2Agent 0.3 over JSON-RPC. A task is a run, and its context is a thread.',
  chat: 'A chat page of your own. It works with every graph that has messages.',
}

/** Pages, which open in a browser. The others are addresses for clients. */
const PAGES = new Set(['/docs', '/docs/api'])

const PATHS = [
  ['LangGraph API', ''],
  ['Native API', '/api/v1'],
  ['OpenAI', '/v1'],
  ['MCP', '/mcp'],
  ['Documentation', '/docs'],
  ['API reference', '/docs/api'],
] as const

const Addresses = ({ needsKey }: { needsKey: boolean }) => {
  const isAdmin = useScope('admin')
  return (
    <aside aria-label="Addresses" className="min-w-0">
      <h2 className="text-figure font-semibold">Addresses</h2>
      <dl className="mt-2 grid grid-cols-[96px_1fr] gap-x-3 gap-y-1.5">
        {PATHS.map(([name, path]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="flex min-w-0 items-center gap-1">
              {PAGES.has(path) ? (
                <a href={path} className="truncate font-mono text-small text-accent hover:underline">
                  {location.origin}
                  {path}
                </a>
              ) : (
                <>
                  <span className="min-w-0 truncate font-mono text-small">
                    {location.origin}
                    {path}
                  </span>
                  <CopyIconButton text={`${location.origin}${path}`} label={`Copy the address of ${name}`} />
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <h2 className="mt-6 text-figure font-semibold">Credentials</h2>
      {needsKey ? (
        <>
          <p className="mt-1 text-ink-2">
            Every request needs a key. The code reads it from the environment variable{' '}
            <code className="font-mono text-small">HEDDLE_API_KEY</code>, so that it is not stored with the
            code.
          </p>
          {isAdmin && (
            <Link to="/settings/keys" className={`${buttonClass()} mt-2`}>
              Create a key
            </Link>
          )}
        </>
      ) : (
        <p className="mt-1 text-ink-2">
          Sign-in is off, so no key is needed. Set{' '}
          <code className="font-mono text-small">AUTH_ENABLED=true</code> before others can reach the service.
        </p>
      )}
    </aside>
  )
}

export const ConnectScreen = () => {
  useScreen('Connect', [{ label: 'Connect' }])
  const search = useSearch({ from: '/connect' })
  const navigate = useNavigate()
  const info = useQuery(infoQuery)
  const { data: assistants = [] } = useQuery(assistantsQuery)
  const setSearch = (change: Record<string, string>): void =>
    void navigate({ to: '/connect', search: (old) => mergeSearch(old, change), replace: true })
  const client = CLIENTS.find(({ value }) => value === search['client']) ?? SNIPPET_LANGUAGES[0]
  const assistant =
    assistants.find(({ assistant_id }) => assistant_id === search['assistant']) ?? assistants[0]
  if (info.error !== null && info.data === undefined)
    return <ErrorState error={info.error} onRetry={() => void info.refetch()} />
  if (info.data === undefined) return <Loading />
  const needsKey = info.data.auth_enabled
  const target = { url: location.origin, graph: assistant?.assistant_id ?? 'agent', needsKey }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex flex-wrap items-center gap-x-3 px-5 pt-3 pb-2.5">
        <ScreenHeading>Connect</ScreenHeading>
        <span className="text-ink-3">Code written for a LangGraph server works as it is</span>
      </div>
      <div className="grid grid-cols-[1.7fr_1fr] gap-8 px-5 pb-8 max-lg:grid-cols-1">
        <section aria-label="Code" className="min-w-0">
          <div className="mb-3 grid grid-cols-2 gap-3 max-sm:grid-cols-1">
            <Field label="Client">
              {(ids) => (
                <Select
                  {...ids}
                  value={client.value}
                  onChange={(event) => setSearch({ client: event.target.value })}
                >
                  {CLIENTS.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label="Assistant">
              {(ids) => (
                <Select
                  {...ids}
                  value={assistant?.assistant_id ?? ''}
                  onChange={(event) => setSearch({ assistant: event.target.value })}
                >
                  {assistants.map(({ assistant_id, name }) => (
                    <option key={assistant_id} value={assistant_id}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
          <CodeBlock code={writeSnippet(client.value, target)} />
          {NOTES[client.value] !== undefined && (
            <p className="mt-2 text-small text-ink-3">{NOTES[client.value]}</p>
          )}
        </section>
        <Addresses needsKey={needsKey} />
      </div>
    </div>
  )
}
