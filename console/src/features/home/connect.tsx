import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { infoQuery } from '../../api/system.ts'
import { SNIPPET_LANGUAGES, writeSnippet, type SnippetLanguage } from '../../model/connect-snippets.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { TAB_CLASS } from '../../ui/tabs.tsx'

const isLoopback = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host)

const Snippets = ({ graph, needsKey }: { graph: string; needsKey: boolean }) => {
  const [language, setLanguage] = useState<SnippetLanguage>('javascript')
  const code = writeSnippet(language, { url: location.origin, graph, needsKey })
  return (
    <section
      aria-labelledby="connect"
      className="min-w-0 border-r border-line bg-surface px-7 pt-6.5 pb-8 pl-15 max-lg:border-r-0 max-lg:px-5"
    >
      <div className="flex flex-wrap items-center gap-x-4">
        <h2 id="connect" className="text-figure font-semibold">
          Connect a client
        </h2>
        <div
          className="ml-auto flex h-7.5 items-stretch gap-3.5 max-lg:ml-0"
          role="group"
          aria-label="Language"
        >
          {SNIPPET_LANGUAGES.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              aria-pressed={value === language}
              data-state={value === language ? 'active' : 'inactive'}
              onClick={() => setLanguage(value)}
              className={TAB_CLASS}
            >
              {label}
            </button>
          ))}
        </div>
      </div>
      <div className="mt-2.5">
        <CodeBlock code={code} className="bg-bg" />
      </div>
      <p className="mt-2.5 text-small text-ink-3">
        The service has the API of the LangGraph Platform, so code written for a LangGraph server works as it
        is.
      </p>
    </section>
  )
}

const DATABASES = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

export const Connect = () => {
  const { data: info } = useQuery(infoQuery)
  if (info === undefined) return null
  const [graph = 'agent'] = info.graphs
  return (
    <div className="grid flex-1 grid-cols-[1.7fr_1fr] border-t border-line max-lg:grid-cols-1">
      <Snippets graph={graph} needsKey={info.auth_enabled} />
      <section aria-labelledby="running" className="px-7 pt-6.5 pr-15 pb-8 max-lg:px-5">
        <h2 id="running" className="text-figure leading-7.5 font-semibold">
          What is running
        </h2>
        <dl className="mt-3 grid grid-cols-[76px_1fr] gap-x-3 gap-y-2.75 [&_dt]:text-ink-3">
          <dt>Address</dt>
          <dd>
            <span className="font-mono text-small">{location.origin}</span>
            <span className="block text-small text-ink-3">
              {isLoopback(location.hostname) ? 'this machine' : 'reachable from others'},{' '}
              {info.auth_enabled ? 'with sign-in' : 'sign-in off'}
            </span>
          </dd>
          <dt>Model</dt>
          <dd>
            <span className="font-mono text-small">{info.default_model}</span>
            {info.demo_mode && (
              <>
                <span className="ml-1.5 inline-flex h-5 items-center rounded-full bg-wait-soft px-2 text-small font-medium text-wait">
                  Scripted, not an AI model
                </span>
                <span className="block text-small text-ink-3">Set OPENAI_API_KEY to use a real one</span>
              </>
            )}
          </dd>
          <dt>Database</dt>
          <dd>
            {DATABASES[info.database]}
            <span className="block text-small text-ink-3">runs and threads are kept between starts</span>
          </dd>
          <dt>Graphs</dt>
          <dd>
            <span className="font-mono text-small">
              {info.graphs.length === 0 ? 'agent' : info.graphs.join(', ')}
            </span>
            <span className="block text-small text-ink-3">
              {info.graphs.length === 0 ? 'built in; point to yours in langgraph.json' : 'of langgraph.json'}
            </span>
          </dd>
        </dl>
      </section>
    </div>
  )
}
