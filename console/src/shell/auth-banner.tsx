import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { infoQuery } from '../api/system.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'

const DISMISSED = 'heddle-auth-banner-dismissed'

const wasDismissed = (): boolean => {
  try {
    return sessionStorage.getItem(DISMISSED) !== null
  } catch {
    return false
  }
}

/** A service without authentication is right on a laptop and wrong everywhere else. */
export const AuthBanner = () => {
  const { data: info } = useQuery(infoQuery)
  const [dismissed, setDismissed] = useState(wasDismissed)
  if (info === undefined || info.auth_enabled || dismissed) return null
  const dismiss = (): void => {
    setDismissed(true)
    try {
      sessionStorage.setItem(DISMISSED, '1')
    } catch {
      // The banner then returns with the next page.
    }
  }
  return (
    <aside
      aria-label="Authentication"
      className="flex flex-none items-center gap-2 border-b border-line bg-wait-soft px-5 py-1 text-small text-wait"
    >
      <Icon name="warning" size={13} />
      <span>
        Authentication is off: whoever reaches this address can read and change everything. Set{' '}
        <code className="font-mono">AUTH_ENABLED=true</code> before others can reach it.
      </span>
      <IconButton
        icon="close"
        label="Hide this notice"
        size="small"
        className="ml-auto text-wait"
        onClick={dismiss}
      />
    </aside>
  )
}
