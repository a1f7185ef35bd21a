/** Whether the end of a run may be told there: by the rules for all webhooks, and by those of the project. */
import { AppError } from '../../errors.js'
import type { WebhookRules } from '../../project/settings.js'
import { isProjectPath, findUrlProblem } from './webhook-url.js'

interface CheckContext {
  allowPrivate: boolean
  /** What the project asks of them. */
  rules: WebhookRules
  /** Whether the project has an app. */
  hasApp: boolean
}

const LOCAL_ORIGIN = 'http://localhost'
const DEFAULT_PORT: Record<string, number> = { 'http:': 80, 'https:': 443 }

export const makeRunWebhookCheck =
  (getContext: () => CheckContext) =>
  (url: string): void => {
    const problem = findProblem(url, getContext())
    if (problem !== undefined)
      throw new AppError('validation_error', `webhook ${problem}`, { webhook: problem })
  }

export type RunWebhookCheck = ReturnType<typeof makeRunWebhookCheck>

const findProblem = (url: string, { allowPrivate, rules, hasApp }: CheckContext): string | undefined => {
  const { max_url_length } = rules
  if (max_url_length !== undefined && url.length > max_url_length)
    return `must not be longer than ${String(max_url_length)} characters`
  if (isProjectPath(url)) return findPathProblem(url, hasApp, rules)
  return findUrlProblem(url, allowPrivate) ?? findRuleProblem(new URL(url), rules)
}

const findPathProblem = (
  path: string,
  hasApp: boolean,
  { disable_loopback }: WebhookRules,
): string | undefined => {
  if (disable_loopback === true) return 'must not be a path here'
  if (!hasApp) return 'is a path, and the project has no http.app that it could be a route of'
  // A parser takes two strokes, forward or back, for the beginning of a host.
  const isValidPath =
    !/\p{Cc}/u.test(path) &&
    URL.canParse(path, LOCAL_ORIGIN) &&
    new URL(path, LOCAL_ORIGIN).origin === LOCAL_ORIGIN
  return isValidPath ? undefined : 'is not a path'
}

const findRuleProblem = (
  { protocol, hostname, port }: URL,
  { require_https, allowed_domains, allowed_ports }: WebhookRules,
): string | undefined => {
  if (require_https === true && protocol !== 'https:') return 'must be https'
  if (allowed_domains !== undefined && !allowed_domains.some((domain) => matchesDomain(hostname, domain)))
    return `must not go to ${hostname}`
  const targetPort = port === '' ? DEFAULT_PORT[protocol] : Number(port)
  if (allowed_ports !== undefined && !allowed_ports.some((allowed) => allowed === targetPort))
    return `must not go to port ${String(targetPort)}`
  return undefined
}

/** `*.example.com` is every name below it, and not itself. */
const matchesDomain = (hostname: string, domain: string): boolean => {
  const pattern = domain.toLowerCase()
  return pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : hostname === pattern
}
