import type { IconName } from '../ui/icons.tsx'

export interface NavigationEntry {
  to:
    | '/'
    | '/runs'
    | '/inbox'
    | '/threads'
    | '/schedules'
    | '/assistants'
    | '/chat'
    | '/datasets'
    | '/evaluations'
    | '/guardrails'
    | '/webhooks'
    | '/memory'
    | '/settings/keys'
    | '/audit'
    | '/cluster'
    | '/connect'
  label: string
  icon: IconName
  /** The key that opens the screen after `g`. */
  key: string
  /** True if the screen is only for callers with the scope admin. */
  isForAdmins?: true
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
      { to: '/schedules', label: 'Schedules', icon: 'clock', key: 's' },
    ],
  },
  {
    label: 'Build',
    entries: [
      { to: '/assistants', label: 'Assistants', icon: 'assistants', key: 'a' },
      { to: '/chat', label: 'Playground', icon: 'playground', key: 'p' },
      { to: '/datasets', label: 'Datasets', icon: 'datasets', key: 'd' },
      { to: '/evaluations', label: 'Evaluations', icon: 'chart', key: 'e' },
      { to: '/memory', label: 'Memory', icon: 'table', key: 'm' },
    ],
  },
  {
    label: 'Govern',
    entries: [
      { to: '/guardrails', label: 'Guardrails', icon: 'shield', key: 'g' },
      { to: '/webhooks', label: 'Webhooks', icon: 'webhook', key: 'w' },
      { to: '/settings/keys', label: 'API keys', icon: 'key', key: 'k', isForAdmins: true },
      { to: '/audit', label: 'Audit log', icon: 'bookmark', key: 'u', isForAdmins: true },
      { to: '/cluster', label: 'Cluster', icon: 'screen', key: 'c', isForAdmins: true },
      { to: '/connect', label: 'Connect', icon: 'external', key: 'o' },
    ],
  },
]
