import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AssistantVersion } from '../../api/assistants.ts'
import { guardrailListQuery, policyListQuery, profileListQuery } from '../../api/guardrails.ts'
import { listInForce } from '../../model/in-force.ts'
import { Glyph } from '../../ui/glyphs.tsx'
import { ErrorLine, Loading } from '../../ui/states.tsx'

/** The tools and guardrails that apply to runs of a version, and where each comes from. */
export const InForceList = ({ version }: { version: AssistantVersion }) => {
  const guardrails = useQuery(guardrailListQuery)
  const policies = useQuery(policyListQuery)
  const profiles = useQuery(profileListQuery)
  const error = guardrails.error ?? policies.error ?? profiles.error
  const isLoaded = guardrails.data !== undefined && policies.data !== undefined && profiles.data !== undefined
  const rows = isLoaded
    ? listInForce(version, {
        guardrails: guardrails.data,
        policies: policies.data,
        profiles: profiles.data,
      })
    : []
  return (
    <section aria-label="Tools and guardrails in force" className="flex-none border-t border-line">
      <div className="flex min-h-9 items-center gap-2 border-b border-line px-4 py-1">
        <h2 className="mr-auto font-medium">Tools and guardrails in force</h2>
        <span className="text-small text-ink-2">where each comes from</span>
      </div>
      {error !== null && !isLoaded && <ErrorLine error={error} />}
      {error === null && !isLoaded && <Loading lines={3} />}
      {isLoaded && rows.length === 0 && (
        <p className="px-4 py-3 text-ink-2">
          No tool, and no guardrail applies to its runs. Guardrails are attached on{' '}
          <Link to="/guardrails" search={{}} className="text-accent underline underline-offset-3">
            Guardrails
          </Link>
          .
        </p>
      )}
      {rows.length > 0 && (
        <ul className="py-1">
          {rows.map(({ kind, name, rule, source, origin, isMissing }, index) => (
            <li
              key={index}
              className="grid grid-cols-[16px_minmax(0,1.1fr)_minmax(0,1fr)_minmax(0,0.9fr)] items-center gap-x-2 px-4 py-0.75"
            >
              <span className={kind === 'tool' ? 'text-k-tool' : 'text-k-guard'}>
                <Glyph name={kind} />
              </span>
              {kind === 'guardrail' ? (
                <Link
                  to="/guardrails"
                  search={{ guardrail: name }}
                  className="truncate font-medium hover:underline"
                  title={name}
                >
                  {name}
                </Link>
              ) : (
                <span className="truncate font-medium" title={name}>
                  {name}
                </span>
              )}
              <span
                className={isMissing === true ? 'truncate text-fail' : 'truncate text-ink-2'}
                title={rule}
              >
                {rule}
              </span>
              <span className="truncate text-small text-ink-2" title={`${source} ${origin}`}>
                {source} {origin}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
