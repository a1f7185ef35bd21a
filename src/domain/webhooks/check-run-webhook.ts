/** Whether the end of a run may be told there: by the rules for all webhooks, and by those of the project. */
import { AppError } from '../../errors.js'
import type { WebhookRules } from '../../project/settings.js'
import { isOwnPath, urlProblem } from './webhook-url.js'

interface Circumstances {
  allowPrivate: boolean
  /** What the project asks of them. */
  rules: WebhookRules
  /** Whether the project has an app. */
  hasApp: boolean
}

const HERE = 'http://localhost'
const DEFAULT_PORT: Record<string, number> = { 'http:': 80, 'https:': 443 }

export const makeWebhookCheck =
  (circumstances: () => Circumstances) =>
  (url: string): void => {
    const problem = problemOf(url, circumstances())
    if (problem !== undefined)
      throw new AppError('validation_error', `webhook ${problem}`, { webhook: problem })
  }

export type WebhookCheck = ReturnType<typeof makeWebhookCheck>

const problemOf = (url: string, { allowPrivate, rules, hasApp }: Circumstances): string | undefined => {
  const { max_url_length } = rules
  if (max_url_length !== undefined && url.length > max_url_length)
    return `must not be longer than ${String(max_url_length)} characters`
  if (isOwnPath(url)) return pathProblem(url, hasApp, rules)
  return urlProblem(url, allowPrivate) ?? ruleProblem(new URL(url), rules)
}

const pathProblem = (
  path: string,
  hasApp: boolean,
  { disable_loopback }: WebhookRules,
): string | undefined => {
  if (disable_loopback === true) return 'must not be a path here'
  if (!hasApp) return 'is a path, and the project has no http.app that it could be a route of'
  // A parser takes two strokes, forward or back, for the beginning of a host.
  const isPlain = !/\p{Cc}/u.test(path) && URL.canParse(path, HERE) && new URL(path, HERE).origin === HERE
  return isPlain ? undefined : 'is not a path'
}

const ruleProblem = (
  { protocol, hostname, port }: URL,
  { require_https, allowed_domains, allowed_ports }: WebhookRules,
): string | undefined => {
  if (require_https === true && protocol !== 'https:') return 'must be https'
  if (allowed_domains !== undefined && !allowed_domains.some((domain) => isWithin(hostname, domain)))
    return `must not go to ${hostname}`
  const wanted = port === '' ? DEFAULT_PORT[protocol] : Number(port)
  if (allowed_ports !== undefined && !allowed_ports.some((allowed) => allowed === wanted))
    return `must not go to port ${String(wanted)}`
  return undefined
}

/** `*.example.com` is every name below it, and not itself. */
const isWithin = (hostname: string, domain: string): boolean => {
  const wanted = domain.toLowerCase()
  return wanted.startsWith('*.') ? hostname.endsWith(wanted.slice(1)) : hostname === wanted
}
