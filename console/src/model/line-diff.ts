/** The difference between two texts, line by line. */

export interface LineChange {
  sign: '+' | '−' | '='
  text: string
}

/** Above this product of line counts, the texts are shown as one replacement: the table of the comparison would take too long. */
const MAX_CELLS = 1_000_000

const all = (sign: '+' | '−', lines: string[]): LineChange[] => lines.map((text) => ({ sign, text }))

/** Returns the length of the longest common subsequence of the ends of both lists that start at two positions. */
const measureEnds = (before: string[], after: string[]): ((i: number, j: number) => number) => {
  const width = after.length + 1
  const lengths = new Uint32Array((before.length + 1) * width)
  const lengthOf = (i: number, j: number): number => lengths[i * width + j] ?? 0
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        before[i] === after[j] ? lengthOf(i + 1, j + 1) + 1 : Math.max(lengthOf(i + 1, j), lengthOf(i, j + 1))
  return lengthOf
}

const toLines = (text: string): string[] => (text === '' ? [] : text.split('\n'))

export const diffLines = (before: string, after: string): LineChange[] => {
  const old = toLines(before)
  const next = toLines(after)
  if (old.length * next.length > MAX_CELLS) return [...all('−', old), ...all('+', next)]
  const lengthOf = measureEnds(old, next)
  const changes: LineChange[] = []
  let added = 0
  for (const [index, text] of old.entries()) {
    // Lines are added before the line that they precede, if that keeps more lines in common.
    while (
      added < next.length &&
      text !== next[added] &&
      lengthOf(index, added + 1) > lengthOf(index + 1, added)
    ) {
      changes.push({ sign: '+', text: next[added] ?? '' })
      added += 1
    }
    const isKept = added < next.length && text === next[added]
    changes.push({ sign: isKept ? '=' : '−', text })
    if (isKept) added += 1
  }
  return [...changes, ...all('+', next.slice(added))]
}
