/** "Answer with one word: refund, shipping or other": one of the listed labels, chosen by the words it shares with the text. */
import { toMeaningfulStems, splitWords } from './words.js'

interface ClassificationTask {
  labels: string[]
  /** The instruction as it stands in the text. */
  instruction: string
}

/** Words that speak for a label that contains the key. */
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

// A word that asks for a choice, then the list up to the end of its line, or as bullets below it.
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
    // A sentence after the list is not part of it.
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

/** The label that shares most with the text, the first of equals. Undefined: none shares anything. */
export const findBestLabel = (labels: readonly string[], text: string): string | undefined => {
  const stems = toMeaningfulStems(splitWords(text))
  const scores = labels.map((label) => scoreLabel(label, stems))
  const best = Math.max(...scores)
  return best > 0 ? labels[scores.indexOf(best)] : undefined
}

/** The instruction stands in the system prompt, or in the message beside the text that it is about. */
export const respondWithLabel = (system: string, request: string): string | undefined => {
  const requestTask = findTask(request)
  const task = requestTask ?? findTask(system)
  if (task === undefined) return undefined
  const text = requestTask === undefined ? request : request.replace(task.instruction, ' ')
  return (
    findBestLabel(task.labels, text) ?? task.labels.find((label) => CATCH_ALL.test(label)) ?? task.labels[0]
  )
}
