/** "Answer with one word: refund, shipping or other": chooses the label that shares the most words with the text. */
import { toMeaningfulStems, splitWords } from './words.js'

interface ClassificationTask {
  labels: string[]
  /** The instruction as written in the text. */
  instruction: string
}

/** Words that indicate a label which contains the key. */
const RELATED_WORDS = new Map(
  Object.entries({
    refund: 'refund refunds money back reimburse reimbursement return charged overcharged cancel',
    return: 'return send back exchange refund',
    shipping: 'shipping ship package parcel delivery deliver arrive arrived track tracking late order where',
    delivery: 'shipping ship package parcel delivery deliver arrive arrived track tracking late order where',
    order: 'order package parcel delivery bought purchase tracking',
    billing: 'bill billing invoice charge charged payment pay paid card price subscription',
    payment: 'bill invoice charge charged payment pay paid card price',
    technical: 'error bug crash crashes broken fails failure login password install slow work working',
    bug: 'error bug crash crashes broken fails failure wrong',
    account: 'account login password email profile sign username',
    sales: 'buy price pricing plan quote discount purchase trial demo',
    positive:
      'love loved great good excellent happy wonderful perfect amazing best nice thanks fantastic like',
    negative:
      'hate hated bad terrible awful angry worst poor broken disappointed disappointing never slow rude',
    complaint: 'angry terrible awful bad unacceptable disappointed complaint worst',
    question: 'how what when where why which who can does',
    urgent: 'urgent urgently immediately asap now emergency critical down',
    high: 'urgent urgently immediately asap emergency critical down',
    spam: 'winner free prize click offer lottery congratulations',
    greeting: 'hello hi hey morning evening',
    yes: 'yes yeah yep sure correct agree approve approved',
    no: 'no nope never wrong disagree reject rejected',
  }),
)

const CATCH_ALL = /^(?:other|others|unknown|none|neutral|general|else|misc|miscellaneous|unsure|default)$/i

// A word that requests a choice, followed by the labels on the same line or as bullets below it.
const LABEL_LIST_PATTERNS = [
  /\b(?:answer|reply|respond|return|output|say|classify|categori[sz]e|label|assign|choose|pick|select|route|decide)\b[\s\S]{0,200}?\b(?:one of|one word|single word|labels?|category|categories|options|classes)\b[^:\n.]{0,80}:\s*([^\n]+(?:\n\s*[-*•]\s*[^\n]+)*)/i,
  /\b(?:classify|categori[sz]e|label|route)\b[^:\n.]{0,120}?\b(?:as|into|to)\s+(?:either\s+|one of\s+)?([^\n.:]+)/i,
  /\b(?:answer|reply|respond)\s+(?:(?:with|only|just|exactly|either|one of)\s+)*(["'`\w-]+(?:,\s*["'`\w-]+)*,?\s+or\s+["'`\w-]+)/i,
]

const MAX_LABEL_WORDS = 4

const parseLabels = (list: string): string[] => {
  const labels = list
    .split(/\n\s*[-*•]\s*|,\s*(?:or|and)\s+|[,;|/]|\s+(?:or|and)\s+/i)
    .map((label) => label.replace(/^[\s"'`*•-]+|[\s"'`.!?]+$/g, ''))
    .filter((label) => label !== '')
  const isPlausible =
    labels.length > 1 && labels.every((label) => splitWords(label).length <= MAX_LABEL_WORDS)
  return isPlausible ? [...new Set(labels)] : []
}

const findTask = (text: string): ClassificationTask | undefined => {
  for (const pattern of LABEL_LIST_PATTERNS) {
    const [match = '', tail = ''] = pattern.exec(text) ?? []
    // The list ends at the end of its sentence.
    const [list = ''] = tail.split(/\.(?:\s|$)/, 1)
    const labels = parseLabels(list)
    if (labels.length > 1)
      return { labels, instruction: match.slice(0, match.length - tail.length + list.length) }
  }
  return undefined
}

const scoreLabel = (label: string, text: ReadonlySet<string>): number => {
  const labelStems = toMeaningfulStems(splitWords(label))
  const relatedStems = toMeaningfulStems(
    splitWords(label).flatMap((word) => (RELATED_WORDS.get(word) ?? '').split(' ')),
  )
  const countShared = (stems: ReadonlySet<string>) => [...stems].filter((stem) => text.has(stem)).length
  return 2 * countShared(labelStems) + countShared(relatedStems)
}

/** Returns the label that shares the most words with the text (the first one on a tie), or undefined if none does. */
export const findBestLabel = (labels: readonly string[], text: string): string | undefined => {
  const stems = toMeaningfulStems(splitWords(text))
  const scores = labels.map((label) => scoreLabel(label, stems))
  const best = Math.max(...scores)
  return best > 0 ? labels[scores.indexOf(best)] : undefined
}

/** The instruction is in the system prompt, or in the message itself next to the text to classify. */
export const respondWithLabel = (system: string, request: string): string | undefined => {
  const requestTask = findTask(request)
  const task = requestTask ?? findTask(system)
  if (task === undefined) return undefined
  const text = requestTask === undefined ? request : request.replace(task.instruction, ' ')
  return (
    findBestLabel(task.labels, text) ?? task.labels.find((label) => CATCH_ALL.test(label)) ?? task.labels[0]
  )
}
