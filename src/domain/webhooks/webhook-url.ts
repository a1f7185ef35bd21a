/** Webhook targets: a URL or, for run webhooks, a path of the project's `http.app`. */
import { findAddressProblem, isAddress } from '../../platform/net/address.js'

export const isProjectPath = (url: string): boolean => url.startsWith('/')

/** Run webhooks are grouped by origin; all routes of the project are one group. */
export const toWebhookOrigin = (url: string): string => (isProjectPath(url) ? '/' : new URL(url).origin)

/** Checks the URL as written. The addresses that a host name resolves to are checked on every delivery. */
export const findUrlProblem = (url: string, allowPrivate: boolean): string | undefined => {
  // URL parsers silently remove line breaks, so the stored URL would differ from the URL that is called.
  if (/\p{Cc}/u.test(url)) return 'must not contain control characters'
  if (!URL.canParse(url)) return 'is not a URL'
  const { protocol, username, password, hostname } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') return 'must be http or https'
  if (username !== '' || password !== '') return 'must not contain credentials'
  const host = /^localhost\.?$|\.localhost\.?$/i.test(hostname) ? '127.0.0.1' : hostname
  return isAddress(host) ? findAddressProblem(host, { allowPrivate }) : undefined
}
