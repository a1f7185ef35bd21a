/** URLs with several hosts, as in libpq: `postgres://user@a,b:5433/db`. Node's URL does not accept them. */

const URL_PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)([^?#]*)(\?[^#]*)?/
/** Heddle always needs a server that accepts writes, so these values of libpq have the same meaning. */
const ACCEPTED_TARGETS = new Set(['read-write', 'primary', 'any'])

/** Returns one URL for each host. The message of the error continues the name of the setting. */
export const splitHosts = (url: string): [string, ...string[]] => {
  const [, start = '', hosts = '', path = '', search = ''] = URL_PARTS.exec(url) ?? []
  const params = new URLSearchParams(search)
  const target = params.get('target_session_attrs')
  if (target !== null && !ACCEPTED_TARGETS.has(target))
    throw new Error(
      `has target_session_attrs=${target}, but Heddle needs a server that accepts writes: use read-write or primary`,
    )
  params.delete('target_session_attrs')
  const query = params.size === 0 ? '' : `?${params.toString()}`
  const toUrl = (host: string): string => {
    const single = `${start}${host}${path}${query}`
    if (!URL.canParse(single))
      throw new Error('is not a valid URL; in a password, write @ : / as %40 %3A %2F')
    return single
  }
  const [first = '', ...others] = hosts.split(',')
  return [toUrl(first), ...others.map(toUrl)]
}

/** Returns what is wrong with the value of a setting. Only URLs of PostgreSQL are checked. */
export const findUrlProblems = (url = ''): string[] => {
  if (!url.startsWith('postgres')) return []
  try {
    splitHosts(url)
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}
