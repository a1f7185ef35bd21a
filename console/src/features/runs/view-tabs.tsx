import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { runCountsQuery } from '../../api/runs.ts'
import { useScope } from '../../api/session.ts'
import type { View } from '../../api/types.ts'
import { viewsQuery } from '../../api/views.ts'
import { hasFilters, toCountQuery } from '../../model/run-filters.ts'
import { parseSearch, stringifySearch, type Search } from '../../model/search.ts'
import { Button } from '../../ui/button.tsx'
import { TAB_CLASS } from '../../ui/tabs.tsx'
import { formatCounted } from './status-counts.tsx'
import { SaveViewDialog } from './view-dialog.tsx'
import { ViewMenu } from './view-menu.tsx'

interface Tab {
  name: string
  query: string
  view?: View
}

const BUILT_IN: Tab[] = [
  { name: 'All runs', query: '' },
  { name: 'Failed', query: 'status=failed' },
  { name: 'Needs a person', query: 'status=requires_action' },
  { name: 'Blocked by a guardrail', query: 'guardrail=blocked' },
  { name: 'More than one attempt', query: 'attempts=2' },
]

/** Two queries are the same view if they have the same parameters in any order. */
const normalize = (query: string): string =>
  stringifySearch(
    Object.fromEntries(Object.entries(parseSearch(query)).toSorted(([a], [b]) => a.localeCompare(b))),
  )

/** The counts are counted again every five minutes, because each tab is a request. */
const COUNT_MS = 5 * 60_000
const MAX_COUNTED = 8

const TabCount = ({ query, now }: { query: string; now: number }) => {
  const filter = toCountQuery(parseSearch(query), now)
  const { data } = useQuery({
    ...runCountsQuery(filter),
    queryKey: ['view-count', query],
    staleTime: COUNT_MS,
    refetchInterval: COUNT_MS,
    retry: false,
  })
  if (data === undefined) return null
  return (
    <span className="pl-1.5 text-small font-normal text-ink-3">
      {formatCounted({ count: data.total, capped: data.capped })}
    </span>
  )
}

/** Views of the list: those that everyone needs, then the saved ones. A view is nothing but a query. */
export const ViewTabs = ({ search, now }: { search: Search; now: number }) => {
  const { data: saved = [] } = useQuery({ ...viewsQuery('runs'), retry: false })
  const canWrite = useScope('write')
  const [saving, setSaving] = useState(false)
  const current = normalize(stringifySearch(search))
  const tabs: Tab[] = [...saved.map((view) => ({ name: view.name, query: view.query, view })), ...BUILT_IN]
  const isKnown = tabs.some(({ query }) => normalize(query) === current)
  return (
    <nav
      aria-label="Views"
      className="flex h-9 flex-none items-stretch gap-4.5 overflow-x-auto border-b border-line px-5"
    >
      {tabs.map(({ name, query, view }, index) => {
        const isCurrent = normalize(query) === current
        return (
          <span key={view?.view_id ?? name} className="flex items-stretch gap-4">
            <Link
              to="/runs"
              search={parseSearch(query)}
              data-state={isCurrent ? 'active' : 'inactive'}
              className={TAB_CLASS}
            >
              {name}
              {query !== '' && index < MAX_COUNTED && <TabCount query={query} now={now} />}
            </Link>
            {isCurrent && view !== undefined && canWrite && (
              <span className="self-center">
                <ViewMenu view={view} />
              </span>
            )}
          </span>
        )
      })}
      {!isKnown && hasFilters(search) && canWrite && (
        <Button variant="link" className="ml-auto font-normal" onClick={() => setSaving(true)}>
          Save as view
        </Button>
      )}
      {saving && <SaveViewDialog search={search} onClose={() => setSaving(false)} />}
    </nav>
  )
}
