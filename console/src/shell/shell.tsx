import { useQuery } from '@tanstack/react-query'
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/errors.ts'
import { meQuery } from '../api/session.ts'
import { useShortcuts } from '../ui/shortcuts.ts'
import { ErrorState } from '../ui/states.tsx'
import { Toasts } from '../ui/toast.tsx'
import { AuthBanner } from './auth-banner.tsx'
import { LiveNotice } from './live-notice.tsx'
import { NAVIGATION } from './navigation.ts'
import { openHelp, openPalette, useOverlay } from './overlays.ts'
import { Sidebar } from './sidebar.tsx'
import { SignIn } from './sign-in.tsx'
import { TopBar } from './top-bar.tsx'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const KeyboardHelp = lazy(async () => ({ default: (await import('./keyboard-help.tsx')).KeyboardHelp }))

const ENTRIES = NAVIGATION.flatMap(({ entries }) => entries)
/** After `g`, the key of the screen has to follow within this time. */
const SEQUENCE_MS = 1_200

const useShellShortcuts = (): void => {
  const navigate = useNavigate()
  const waitsUntil = useRef(0)
  const goTo = (key: string): void => {
    const entry = ENTRIES.find((candidate) => candidate.key === key)
    if (entry !== undefined && performance.now() < waitsUntil.current) void navigate({ to: entry.to })
    waitsUntil.current = 0
  }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (performance.now() >= waitsUntil.current || event.metaKey || event.ctrlKey || event.key === 'g')
        return
      event.preventDefault()
      event.stopPropagation()
      goTo(event.key)
    }
    // Before the shortcuts of the screen, whose keys may be the same.
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  })
  useShortcuts('Everywhere', [
    { keys: ['mod+k'], label: 'Search or go to', run: openPalette },
    {
      keys: ['g'],
      label: `Go to: ${ENTRIES.map(({ key, label }) => `${key} ${label}`).join(', ')}`,
      run: () => {
        waitsUntil.current = performance.now() + SEQUENCE_MS
      },
    },
    { keys: ['?'], label: 'This help', run: openHelp },
  ])
}

const Overlays = () => {
  const overlay = useOverlay()
  const [used, setUsed] = useState({ palette: false, help: false })
  useEffect(() => {
    if (overlay !== undefined) setUsed((current) => ({ ...current, [overlay]: true }))
  }, [overlay])
  return (
    <Suspense fallback={null}>
      {used.palette && (
        <Palette key={overlay === 'palette' ? 'open' : 'closed'} open={overlay === 'palette'} />
      )}
      {used.help && <KeyboardHelp open={overlay === 'help'} />}
    </Suspense>
  )
}

const Frame = () => {
  const [menuOpen, setMenuOpen] = useState(false)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useShellShortcuts()
  useEffect(() => setMenuOpen(false), [path])
  return (
    <div className="flex h-full">
      <a
        href="#main"
        className="sr-only z-70 rounded bg-ink px-3 py-1.5 text-bg focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the content
      </a>
      {menuOpen && (
        <div
          aria-hidden="true"
          className="fixed inset-0 z-20 bg-scrim md:hidden"
          onClick={() => setMenuOpen(false)}
        />
      )}
      <div className={clsx('z-30 max-md:fixed max-md:inset-y-0 max-md:left-0', !menuOpen && 'max-md:hidden')}>
        <Sidebar onNavigate={() => setMenuOpen(false)} />
      </div>
      <div className="flex min-w-0 flex-1 flex-col">
        <AuthBanner />
        <TopBar onOpenMenu={() => setMenuOpen(true)} />
        <main
          id="main"
          tabIndex={-1}
          className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto outline-none"
        >
          <Outlet />
        </main>
      </div>
      <LiveNotice />
      <Toasts />
      <Overlays />
    </div>
  )
}

/** Shows the screens to those who may see them, and otherwise the sign-in page. */
export const Shell = () => {
  const { data, error, refetch } = useQuery(meQuery)
  if (error instanceof ApiError && error.status === 401) return <SignIn />
  if (data !== undefined) return <Frame />
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <div role="status" aria-label="Loading" />
}
