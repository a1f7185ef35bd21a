import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Fragment } from 'react'
import { IconButton, Segmented } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { setPreferences, usePreferences } from '../ui/preferences.ts'
import { useCurrentScreen } from '../ui/screen.tsx'
import { modKey } from '../ui/shortcuts.ts'
import { openPalette } from './overlays.ts'

const Crumbs = () => {
  const { crumbs } = useCurrentScreen()
  return (
    <div aria-label="Path" role="navigation" className="flex min-w-0 items-center gap-2 text-ink-3">
      {crumbs.map(({ label, to }, index) => {
        // On a narrow page there is room for the last two of three, and the last one is short.
        const isExtra = index < crumbs.length - 2 && 'max-md:hidden'
        const isLast = index > 0 && index === crumbs.length - 1
        return (
          <Fragment key={index}>
            {index > 0 && (
              <span aria-hidden="true" className={clsx(index === crumbs.length - 2 && 'max-md:hidden')}>
                /
              </span>
            )}
            {to === undefined ? (
              <span className={clsx('text-ink', isLast ? 'flex-none' : 'truncate', isExtra)}>{label}</span>
            ) : (
              // Crumbs are paths of this router, but a list of them has no single type.
              <Link to={to as '/'} className={clsx('truncate hover:text-ink hover:underline', isExtra)}>
                {label}
              </Link>
            )}
          </Fragment>
        )
      })}
    </div>
  )
}

export const TopBar = ({ onOpenMenu }: { onOpenMenu: () => void }) => {
  const { times } = usePreferences()
  return (
    <header className="flex h-11 flex-none items-center gap-2 border-b border-line px-5">
      <IconButton
        icon="menu"
        label="Open the navigation"
        className="-ml-1.5 md:hidden"
        onClick={onOpenMenu}
      />
      <Crumbs />
      <button
        type="button"
        onClick={openPalette}
        aria-keyshortcuts="Meta+K Control+K"
        className="ml-auto flex h-7 w-62.5 flex-none items-center gap-2 rounded-[6px] border border-line bg-surface px-2.25 text-ink-3 hover:border-line-2 max-md:w-auto"
      >
        <Icon name="search" size={13} />
        <span className="max-md:sr-only">Search or go to</span>
        <kbd className="ml-auto rounded-[4px] border border-line px-1.25 font-sans text-[11px] leading-4 max-md:hidden">
          {modKey === '⌘' ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      <Segmented
        label="Times"
        value={times}
        onChange={(value) => setPreferences({ times: value })}
        options={[
          { value: 'relative', label: 'Relative', title: 'Times relative to now' },
          { value: 'utc', label: 'UTC', title: 'Times in UTC' },
        ]}
      />
    </header>
  )
}
