/** Where webhooks are: a URL, or, for those of runs, a path, which means a route of the project's own app. */
import { findAddressProblem, isAddress } from '../../platform/net/address.js'

export const isProjectPath = (url: string): boolean => url.startsWith('/')

/** Runs are told to one receiver for each host; the routes of the project are one, too. */
export const toWebhookOrigin = (url: string): string => (isProjectPath(url) ? '/' : new URL(url).origin)

/** What can be told from the text; what a name resolves to is looked at with every delivery. */
export const findUrlProblem = (url: string, allowPrivate: boolean): string | undefined => {
  // A parser leaves line breaks out silently: what is shown would not be what is called.
  if (/\p{Cc}/u.test(url)) return 'must hold no control characters'
  if (!URL.canParse(url)) return 'is not a URL'
  const { protocol, username, password, hostname } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') return 'must be http or https'
  if (username !== '' || password !== '') return 'must hold no credentials'
  const host = /^localhost\.?$|\.localhost\.?$/i.test(hostname) ? '127.0.0.1' : hostname
  return isAddress(host) ? findAddressProblem(host, { allowPrivate }) : undefined
}
