/** The words that were removed and added between two texts. */
import { diffWordsWithSpace } from 'diff'

export interface TextPart {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Comparing long texts word by word takes seconds. */
const MAX_CHARS = 20_000

export const diffTexts = (before: string, after: string): TextPart[] => {
  if (before.length + after.length > MAX_CHARS)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]
  return diffWordsWithSpace(before, after).map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }))
}
