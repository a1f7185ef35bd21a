/** The state of API keys, and the times at which new ones expire. */
import type { ApiKey } from '../api/types.ts'

export type KeyState = 'active' | 'unused' | 'expired' | 'revoked'

export const KEY_WORDS: Record<KeyState, string> = {
  active: 'Active',
  unused: 'Never used',
  expired: 'Expired',
  revoked: 'Revoked',
}

export const keyState = (
  { revoked_at, expires_at, last_used_at }: Pick<ApiKey, 'revoked_at' | 'expires_at' | 'last_used_at'>,
  now: number,
): KeyState => {
  if (revoked_at !== null) return 'revoked'
  if (expires_at !== null && Date.parse(expires_at) <= now) return 'expired'
  return last_used_at === null ? 'unused' : 'active'
}

const DAY_MS = 86_400_000

export const EXPIRIES = [
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '365', label: 'in a year' },
  { value: '', label: 'never' },
] as const

/** Undefined: the key does not expire. */
export const toExpiry = (days: string, now: number): string | undefined =>
  days === '' ? undefined : new Date(now + Number(days) * DAY_MS).toISOString()

export const SCOPE_CHOICES = [
  { value: 'read', label: 'Read', hint: 'Look at everything except keys and the audit log' },
  { value: 'write', label: 'Write', hint: 'Start and resume runs, edit threads, memory and schedules' },
  {
    value: 'admin',
    label: 'Admin',
    hint: 'Change keys, webhooks, guardrails and secrets; read the audit log',
  },
] as const
