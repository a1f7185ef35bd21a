/** The query of a URL as plain text values, so that a URL reads like `?assistant=!eval-judge&since=24h`. */
export type Search = Record<string, string>

/** If a name occurs several times, its values are joined with commas, because filters accept lists in that form. */
export const parseSearch = (text: string): Search => {
  const search = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    const earlier = search.get(name)
    search.set(name, earlier === undefined ? value : `${earlier},${value}`)
  }
  return Object.fromEntries(search)
}

/** Characters that are legal in a query and that make filters readable. */
const READABLE: Record<string, string> = { '%2C': ',', '%21': '!', '%3A': ':', '%40': '@', '%2F': '/' }

const encode = (text: string): string =>
  encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replaceAll(/%2C|%21|%3A|%40|%2F/g, (code) => READABLE[code] ?? code)

export const stringifySearch = (search: Record<string, unknown>): string => {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [`${encode(name)}=${encode(value)}`] : [],
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** The search with the changes; values that are undefined or empty are removed. */
export const mergeSearch = (
  search: Record<string, string | undefined>,
  change: Record<string, string | undefined>,
): Search =>
  Object.fromEntries(
    Object.entries({ ...search, ...change }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    ),
  )
