import { makeTopicChecker, type TopicSettings } from '../../src/guardrails/detectors/topics/topics.js'
import { selectHeldOut, readRows } from './labeled-texts.js'
import { areaUnderCurve, getShare } from './statistics.js'
import { formatPercent, formatShare, toInfoFinding, type Finding } from '../report.js'

interface Query {
  text: string
  domain: string
}

const ALLOWED = ['banking', 'credit cards']
const isBanking = ({ domain }: Query): boolean => domain === 'banking' || domain === 'credit_cards'
const isSmallTalk = ({ domain }: Query): boolean => domain === 'small_talk'

/** Keywords that an employee of a bank could list in ten minutes. */
const KEYWORDS = {
  banking: (
    'account, balance, transfer, deposit, withdrawal, routing number, checks, pay bill, bill, minimum payment, due date, interest rate, ' +
    'pin, fraud, transaction, spending, frozen, statement, savings, overdraft, checking'
  ).split(', '),
  'credit cards':
    'card, credit limit, credit score, apr, rewards, points, declined, expiration date, annual fee, lost card, replacement, application, foreign fee'.split(
      ', ',
    ),
}

const measureAuc = (settings: TopicSettings, rows: readonly Query[]): number => {
  const { check } = makeTopicChecker(settings)
  return areaUnderCurve(rows.map((row) => ({ score: check(row.text).score, isPositive: isBanking(row) })))
}

export const measureTopics = (): { withTarget: Finding[]; informational: Finding[] } => {
  const rows = readRows<Query>('topic/clinc150.jsonl')
  const plain = { allowed: ALLOWED, blocked: [] }
  const [labels, keywords] = [measureAuc(plain, rows), measureAuc({ ...plain, keywords: KEYWORDS }, rows)]
  const unseen = selectHeldOut(rows)
  const { check } = makeTopicChecker(plain)
  const formatPassRate = (part: readonly Query[]): string =>
    formatPercent(getShare(part, ({ text }) => check(text).isAllowed))
  // Questions about the assistant itself are a separate domain that is neither allowed nor disallowed.
  const others = rows.filter((row) => !isBanking(row) && !isSmallTalk(row) && row.domain !== 'meta')
  return {
    withTarget: [
      {
        label: 'topic (CLINC150, banking + credit cards allowed): AUC with labels only / with keywords',
        measured: `${formatShare(labels)} / ${formatShare(keywords)}; half not looked at: ${formatShare(measureAuc(plain, unseen))} / ${formatShare(measureAuc({ ...plain, keywords: KEYWORDS }, unseen))}`,
        target: '≥ 0.85 / 0.93',
        isMet: labels >= 0.85 && keywords >= 0.93,
      },
    ],
    informational: [
      toInfoFinding(
        'topic, labels only, passed: the allowed topics / other topics / small talk (a fifth of it asks for jokes, facts or the meaning of life)',
        `${formatPassRate(rows.filter(isBanking))} / ${formatPassRate(others)} / ${formatPassRate(rows.filter(isSmallTalk))}`,
      ),
    ],
  }
}
