/** The project's settings for the webhooks of its runs. Headers may reference environment variables. */
import type { WebhookRules, WebhookSettings } from './settings.js'

export interface ProjectWebhooks {
  rules: WebhookRules
  headers: Record<string, string>
}

/** The default of the LangGraph CLI. The prefix prevents headers from exposing other environment variables. */
const DEFAULT_ENV_PREFIX = 'LG_WEBHOOK_'
const VARIABLE = /\$\{\{\s*env\.(\w+)\s*\}\}/g
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/
/** Headers that HTTP or the webhook sender sets. */
const RESERVED_HEADERS =
  /^(connection|content-(length|type)|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|webhook-.*)$/

export const parseWebhooks = (
  { env_prefix = DEFAULT_ENV_PREFIX, url: rules = {}, headers = {} }: WebhookSettings,
  env: Readonly<Record<string, string | undefined>>,
): ProjectWebhooks | { problems: string[] } => {
  const problems: string[] = []
  const resolveVariable = (header: string, name: string): string => {
    const value = env[name]
    if (!name.startsWith(env_prefix))
      problems.push(`webhooks.headers.${header} names ${name}, which does not start with ${env_prefix}`)
    else if (value === undefined) problems.push(`webhooks.headers.${header} names ${name}, which is not set`)
    return value ?? ''
  }
  const entries = Object.entries(headers).map(([header, template]): [string, string] => {
    const name = header.toLowerCase()
    const value = template.replaceAll(VARIABLE, (_, variable: string) => resolveVariable(header, variable))
    if (!HEADER_NAME.test(name)) problems.push(`webhooks.headers.${header} is not a valid header name`)
    else if (RESERVED_HEADERS.test(name))
      problems.push(`webhooks.headers.${header} is reserved and cannot be set`)
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
      problems.push(`webhooks.headers.${header} contains characters that are not allowed in a header`)
    return [name, value]
  })
  return problems.length > 0 ? { problems } : { rules, headers: Object.fromEntries(entries) }
}
