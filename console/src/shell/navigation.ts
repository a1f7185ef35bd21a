import type { IconName } from '../ui/icons.tsx'

export interface NavigationEntry {
  to: '/' | '/runs' | '/inbox' | '/threads' | '/assistants' | '/chat' | '/webhooks'
  label: string
  icon: IconName
  /** The key that opens the screen after `g`. */
  key: string
}

interface NavigationGroup {
  label?: string
  entries: NavigationEntry[]
}

/** The screens in the navigation and in the palette. A new screen is added here and in router.tsx. */
export const NAVIGATION: NavigationGroup[] = [
  { entries: [{ to: '/', label: 'Home', icon: 'home', key: 'h' }] },
  {
    label: 'Operate',
    entries: [
      { to: '/runs', label: 'Runs', icon: 'runs', key: 'r' },
      { to: '/inbox', label: 'Inbox', icon: 'inbox', key: 'i' },
      { to: '/threads', label: 'Threads', icon: 'threads', key: 't' },
    ],
  },
  {
    label: 'Build',
    entries: [
      { to: '/assistants', label: 'Assistants', icon: 'assistants', key: 'a' },
      { to: '/chat', label: 'Playground', icon: 'playground', key: 'p' },
    ],
  },
  {
    label: 'Govern',
    entries: [{ to: '/webhooks', label: 'Webhooks', icon: 'webhook', key: 'w' }],
  },
]
