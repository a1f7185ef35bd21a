/** What a check found. A warning does not fail the command. */
export interface CheckResult {
  check: string
  status: 'ok' | 'warning' | 'failed'
  message: string
  /** What to do about it; null if nothing has to be done. */
  fix: string | null
}

export const ok = (check: string, message: string): CheckResult => ({
  check,
  status: 'ok',
  message,
  fix: null,
})
export const warning = (check: string, message: string, fix: string): CheckResult => ({
  check,
  status: 'warning',
  message,
  fix,
})
export const problem = (check: string, message: string, fix: string): CheckResult => ({
  check,
  status: 'failed',
  message,
  fix,
})
