/** What a project says of the webhooks of its runs. Its headers may name variables of the environment, which are put in. */
import type { WebhookRules, WebhookSettings } from './settings.js'

export interface ProjectWebhooks {
  rules: WebhookRules
  headers: Record<string, string>
}

/** As the LangGraph CLI has it: a header must not give away whatever else stands in the environment. */
const DEFAULT_ENV_PREFIX = 'LG_WEBHOOK_'
const VARIABLE = /\$\{\{\s*env\.(\w+)\s*\}\}/g
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/
/** HTTP itself, or a delivery, says what stands in these. */
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
      problems.push(`webhooks.headers.${header} names ${name}, which does not begin with ${env_prefix}`)
    else if (value === undefined) problems.push(`webhooks.headers.${header} names ${name}, which is not set`)
    return value ?? ''
  }
  const entries = Object.entries(headers).map(([header, template]): [string, string] => {
    const name = header.toLowerCase()
    const value = template.replaceAll(VARIABLE, (_, variable: string) => resolveVariable(header, variable))
    if (!HEADER_NAME.test(name)) problems.push(`webhooks.headers.${header} is not the name of a header`)
    else if (RESERVED_HEADERS.test(name)) problems.push(`webhooks.headers.${header} cannot be set`)
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
      problems.push(`webhooks.headers.${header} holds what no header can`)
    return [name, value]
  })
  return problems.length > 0 ? { problems } : { rules, headers: Object.fromEntries(entries) }
}
