/** The difference between two texts, line by line. */

export interface LineChange {
  sign: '+' | '−' | '='
  text: string
}

/** Above this product of line counts, the texts are shown as one replacement: the table of the comparison would take too long. */
const MAX_CELLS = 1_000_000

const all = (sign: '+' | '−', lines: string[]): LineChange[] => lines.map((text) => ({ sign, text }))

/** The lengths of the longest common subsequences of all ends of both lists. */
const measure = (before: string[], after: string[]): Uint32Array[] => {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1))
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      lengths[i]![j] =
        before[i] === after[j]
          ? lengths[i + 1]![j + 1]! + 1
          : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  return lengths
}

export const diffLines = (before: string, after: string): LineChange[] => {
  const [old, next] = [before, after].map((text) => (text === '' ? [] : text.split('\n'))) as [
    string[],
    string[],
  ]
  if (old.length * next.length > MAX_CELLS) return [...all('−', old), ...all('+', next)]
  const lengths = measure(old, next)
  const changes: LineChange[] = []
  let [i, j] = [0, 0]
  while (i < old.length && j < next.length) {
    if (old[i] === next[j]) {
      changes.push({ sign: '=', text: old[i]! })
      i += 1
      j += 1
    } else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) {
      changes.push({ sign: '−', text: old[i]! })
      i += 1
    } else {
      changes.push({ sign: '+', text: next[j]! })
      j += 1
    }
  }
  return [...changes, ...all('−', old.slice(i)), ...all('+', next.slice(j))]
}
