/** The nodes before or after which the next runs pause, as they are in the URL. */

export interface Breakpoints {
  before: string[]
  after: string[]
}

/** Names of nodes may contain every character, so they are encoded. */
const readNames = (text: string | undefined): string[] =>
  text === undefined || text === '' ? [] : text.split(',').map(decodeURIComponent)

const writeNames = (names: string[]): string | undefined =>
  names.length === 0 ? undefined : names.map(encodeURIComponent).join(',')

export const readBreakpoints = (search: Record<string, string | undefined>): Breakpoints => ({
  before: readNames(search['pause_before']),
  after: readNames(search['pause_after']),
})

export const toBreakpointSearch = ({ before, after }: Breakpoints): Record<string, string | undefined> => ({
  pause_before: writeNames(before),
  pause_after: writeNames(after),
})

export const toggleBreakpoint = (
  breakpoints: Breakpoints,
  place: keyof Breakpoints,
  node: string,
): Breakpoints => {
  const names = breakpoints[place]
  const next = names.includes(node) ? names.filter((name) => name !== node) : [...names, node]
  return { ...breakpoints, [place]: next }
}

/** The fields of a request. Nodes that the graph does not have are left out, because the service rejects them. */
export const toBreakpointFields = (
  { before, after }: Breakpoints,
  nodes: readonly string[],
): { interrupt_before?: string[]; interrupt_after?: string[] } => {
  const known = (names: string[]): string[] => names.filter((name) => nodes.includes(name))
  return {
    ...(known(before).length > 0 && { interrupt_before: known(before) }),
    ...(known(after).length > 0 && { interrupt_after: known(after) }),
  }
}

/** The nodes of a graph at which a run can pause. */
export const pausableNodes = (graph: { nodes: { id: string }[] } | undefined): string[] =>
  (graph?.nodes ?? []).map(({ id }) => id).filter((id) => !/^__(?:start|end)__$/.test(id))
