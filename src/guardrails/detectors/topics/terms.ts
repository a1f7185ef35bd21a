import { toStem } from '../text/stem.js'
import type { Word } from '../text/tokenize.js'

/** Stop words are removed from terms and texts, so that "pay my bill" matches "pay bill". */
const STOP_WORDS = new Set(
  (
    "a an the my your our their his her its this that these those i me you we us they them he she it i'm i'd i'll i've you're it's that's " +
    "what's is are was were be been being am do does did done doing have has had having can could will would shall should may might must " +
    'of to for in on at by with from as into about over under up down out off than then and or but if so because while not no nor ' +
    'please just really very too also some any all there here when where which who whom whose what how why let get got want need like ' +
    "know tell give show go going make much many more most one ones only ever now again u ur don't can't won't didn't doesn't isn't"
  ).split(' '),
)

export interface ContentWord {
  stem: string
  word: Word
}

export const toContentWords = (words: readonly Word[]): ContentWord[] => {
  const content: ContentWord[] = []
  for (const word of words)
    if (!STOP_WORDS.has(word.text))
      content.push({ stem: toStem(word.plain === '' ? word.text : word.plain), word })
  return content
}

export const toTermStems = (term: string): string[] => {
  const parts =
    term
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{L}\p{N}']+/gu) ?? []
  const content = parts.filter((part) => !STOP_WORDS.has(part))
  return (content.length === 0 ? parts : content).map((part) => toStem(part))
}

export interface SubjectMatch {
  /** The probability that the text is about the subject, with its terms as independent evidence. */
  evidence: number
  hits: { start: number; end: number }[]
}

/** An index of the weighted terms of many subjects, so that one pass over a text finds all of them. */
export interface TermIndex {
  add: (subject: string, term: string, weight: number) => void
  match: (content: readonly ContentWord[]) => Map<string, SubjectMatch>
}

interface TermEntry {
  subject: string
  stems: readonly string[]
  weight: number
}

const startsWithStems = (content: readonly ContentWord[], at: number, stems: readonly string[]): boolean => {
  for (let i = 0; i < stems.length; i++) if (content[at + i]?.stem !== stems[i]) return false
  return true
}

export const makeTermIndex = (): TermIndex => {
  const entriesByFirstStem = new Map<string, TermEntry[]>()
  const toKey = ({ subject, stems }: TermEntry): string => `${subject}\n${stems.join(' ')}`
  return {
    add: (subject, term, weight) => {
      const stems = toTermStems(term)
      const [first] = stems
      if (first === undefined) return
      const entry: TermEntry = { subject, stems, weight }
      const entries = entriesByFirstStem.get(first) ?? []
      const existing = entries.find((other) => toKey(other) === toKey(entry))
      if (existing) existing.weight = Math.max(existing.weight, weight)
      else entries.push(entry)
      // Longest first: "credit card" before "credit".
      entries.sort((a, b) => b.stems.length - a.stems.length)
      entriesByFirstStem.set(first, entries)
    },
    match: (content) => {
      const matches = new Map<string, SubjectMatch>()
      const counted = new Set<TermEntry>()
      content.forEach(({ stem, word }, at) => {
        const entries = entriesByFirstStem.get(stem)
        if (entries === undefined) return
        let matchedSubjects: Set<string> | undefined
        for (const entry of entries) {
          if (matchedSubjects?.has(entry.subject)) continue
          if (!startsWithStems(content, at, entry.stems)) continue
          matchedSubjects ??= new Set()
          matchedSubjects.add(entry.subject)
          const match = matches.get(entry.subject) ?? { evidence: 0, hits: [] }
          match.hits.push({
            start: word.start,
            end: content[at + entry.stems.length - 1]?.word.end ?? word.end,
          })
          // A repeated term is not additional evidence.
          if (!counted.has(entry)) match.evidence = 1 - (1 - match.evidence) * (1 - entry.weight)
          counted.add(entry)
          matches.set(entry.subject, match)
        }
      })
      return matches
    },
  }
}
