/** Part of the text that was checked, in UTF-16 code units of the text as it came. */
export interface Span {
  start: number
  end: number
  /** What it is: the name of the pattern, the category, the topic. */
  label: string
}

/** How a detector works, so that nobody takes a word list for a model. */
export type DetectorKind = 'lexical' | 'statistical' | 'model' | 'human'
