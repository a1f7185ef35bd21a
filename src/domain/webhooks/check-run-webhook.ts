/** Checks the `webhook` URL of a run: against the rules for all webhooks, and against the rules in langgraph.json. */
import { AppError } from '../../errors.js'
import type { WebhookRules } from '../../project/settings.js'
import { isProjectPath, findUrlProblem } from './webhook-url.js'

interface CheckContext {
  allowPrivate: boolean
  /** The webhook rules in langgraph.json. */
  rules: WebhookRules
  /** True if the project has an `http.app`, whose routes can be webhooks. */
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
  if (disable_loopback === true) return 'must not be a path: the project disables loopback webhooks'
  if (!hasApp) return 'is a path, but the project has no http.app'
  // URL parsers read a path that starts with two slashes or backslashes as a host.
  const isValidPath =
    !/\p{Cc}/u.test(path) &&
    URL.canParse(path, LOCAL_ORIGIN) &&
    new URL(path, LOCAL_ORIGIN).origin === LOCAL_ORIGIN
  return isValidPath ? undefined : 'is not a valid path'
}

const findRuleProblem = (
  { protocol, hostname, port }: URL,
  { require_https, allowed_domains, allowed_ports }: WebhookRules,
): string | undefined => {
  if (require_https === true && protocol !== 'https:') return 'must use https'
  if (allowed_domains !== undefined && !allowed_domains.some((domain) => matchesDomain(hostname, domain)))
    return `uses the host ${hostname}, which is not in allowed_domains`
  const targetPort = port === '' ? DEFAULT_PORT[protocol] : Number(port)
  if (allowed_ports !== undefined && !allowed_ports.some((allowed) => allowed === targetPort))
    return `uses the port ${String(targetPort)}, which is not in allowed_ports`
  return undefined
}

/** `*.example.com` matches all subdomains of example.com, but not example.com. */
const matchesDomain = (hostname: string, domain: string): boolean => {
  const pattern = domain.toLowerCase()
  return pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : hostname === pattern
}
