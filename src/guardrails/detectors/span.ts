/** A part of the checked text, in UTF-16 code units of the original text. */
export interface Span {
  start: number
  end: number
  /** The name of the pattern, the category or the topic. */
  label: string
}

/** How a detector works: shown in decisions, so that a word list is not mistaken for a model. */
export type DetectorKind = 'lexical' | 'statistical' | 'model' | 'human'
