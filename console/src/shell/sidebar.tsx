import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { badgeRunsQuery, badgeThreadsQuery } from '../api/inbox.ts'
import { useLiveState } from '../api/live.ts'
import { useMe, useScope } from '../api/session.ts'
import { healthQuery, infoQuery, nodesQuery } from '../api/system.ts'
import { useLiveRefresh } from '../api/use-live-refresh.ts'
import { formatCount, plural } from '../model/format.ts'
import { isFree } from '../model/reservation.ts'
import { IconButton } from '../ui/button.tsx'
import { Logo, Icon } from '../ui/icons.tsx'
import { useNow } from '../ui/time.tsx'
import { NAVIGATION, type NavigationEntry } from './navigation.ts'

// Menus are loaded after the first screen is shown.
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }))

const BADGE_PACE = { everyMs: 40_000, burst: 5 }
/** The search for threads reads more than that for runs. */
const BADGE_THREADS_PACE = { everyMs: 90_000, burst: 4 }

/** Shows the number of waiting runs and threads without a reservation. */
const InboxBadge = () => {
  const { data: runs } = useQuery({ ...badgeRunsQuery, retry: false })
  const { data: threads } = useQuery({ ...badgeThreadsQuery, retry: false })
  useLiveRefresh([badgeRunsQuery.queryKey], ['runs'], BADGE_PACE)
  useLiveRefresh([badgeThreadsQuery.queryKey], ['runs', 'threads'], BADGE_THREADS_PACE)
  const now = useNow()
  const free = (runs?.data.filter((run) => isFree(run, now)).length ?? 0) + (threads?.count ?? 0)
  if (free === 0) return null
  return (
    <span className="ml-auto rounded-full bg-wait-soft px-1.75 text-[11px] leading-[17px] font-medium text-wait">
      {formatCount(free)}
      {(runs?.has_more === true || threads?.hasMore === true) && '+'}
      <span className="sr-only"> {free === 1 ? 'item needs' : 'items need'} a person</span>
    </span>
  )
}

const NavigationLink = ({ entry, onNavigate }: { entry: NavigationEntry; onNavigate: () => void }) => (
  <Link
    to={entry.to}
    activeOptions={{ exact: entry.to === '/', includeSearch: false }}
    onClick={onNavigate}
    className="flex h-7 items-center gap-2.25 rounded px-2 text-ink-2 hover:bg-sunken hover:text-ink"
    activeProps={{
      className: 'bg-surface font-medium text-ink shadow-[0_0_0_1px_var(--line)] hover:bg-surface',
      'aria-current': 'page',
    }}
  >
    <Icon name={entry.icon} />
    {entry.label}
    {entry.to === '/inbox' && <InboxBadge />}
  </Link>
)

const HealthLine = () => {
  const { data: health, isError } = useQuery(healthQuery)
  const { data: nodes } = useQuery({ ...nodesQuery, enabled: useScope('admin'), retry: false })
  const alive = nodes?.filter(({ is_alive }) => is_alive).length
  // The stream notices a lost connection before the next check of the health.
  const live = useLiveState()
  const isLost = isError || live === 'reconnecting'
  const healthy = !isLost && health?.status === 'ok'
  if (health === undefined && !isError) return <div className="h-5" />
  return (
    <div className="flex items-center gap-1.75" title={health?.message}>
      <svg
        width="10"
        height="10"
        viewBox="0 0 10 10"
        aria-hidden="true"
        className={healthy ? 'text-ok' : 'text-fail'}
      >
        {healthy ? (
          <circle cx="5" cy="5" r="4" fill="currentColor" />
        ) : (
          <path d="M5 0 10 9.5H0z" fill="currentColor" />
        )}
      </svg>
      {healthy ? 'Healthy' : isLost ? 'Not reachable' : 'Cannot write'}
      {alive !== undefined && alive > 0 && ` · ${plural(alive, 'node')}`}
    </div>
  )
}

const DATABASES = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

const Footer = () => {
  const { data: info } = useQuery(infoQuery)
  return (
    <div className="mt-auto grid gap-0.75 border-t border-line px-2 pt-2 pb-1 text-small text-ink-2">
      <HealthLine />
      <div className="flex items-center text-ink-3">
        {info === undefined ? ' ' : `${info.version} · ${DATABASES[info.database]}`}
        <Suspense
          fallback={<IconButton icon="more" label="Account" size="small" className="ml-auto" disabled />}
        >
          <AccountMenu />
        </Suspense>
      </div>
    </div>
  )
}

/** The navigation at the left; on a narrow screen it covers the page while it is open. */
export const Sidebar = ({ onNavigate }: { onNavigate: () => void }) => {
  const me = useMe()
  const isAdmin = me?.scopes.includes('admin') ?? false
  return (
    <nav
      aria-label="Main"
      className="flex h-full w-51 flex-none flex-col gap-px overflow-y-auto border-r border-line bg-bg px-2 py-3"
    >
      <div className="flex items-center gap-2.25 px-2 pt-0.5 pb-3.5 text-title font-semibold tracking-[-0.01em]">
        <Logo />
        Heddle
        {me !== undefined && (
          <span
            className="ml-auto max-w-20 truncate text-[11px] font-normal text-ink-3"
            title={`Tenant ${me.tenant}`}
          >
            {me.tenant}
          </span>
        )}
      </div>
      {NAVIGATION.map(({ label, entries }) => (
        <div key={label ?? ''} role="group" aria-label={label ?? 'Start'} className="flex flex-col gap-px">
          {label !== undefined && (
            <div aria-hidden="true" className="px-2 pt-3.25 pb-1 text-[11px] font-medium text-ink-3">
              {label}
            </div>
          )}
          {entries
            .filter(({ isForAdmins = false }) => isAdmin || !isForAdmins)
            .map((entry) => (
              <NavigationLink key={entry.to} entry={entry} onNavigate={onNavigate} />
            ))}
        </div>
      ))}
      <Footer />
    </nav>
  )
}
