/** Built-in detectors of email and IP addresses, API keys, JWTs and private keys. */
import type { Range } from '../text/mapped-text.js'
import { acceptCandidate, makeBuiltInDetector, type Detector, type CandidateCheck } from './detector.js'

// Repetitions are bounded, so that the cost of a long text is at most its length times the bound.
const EMAIL = String.raw`[\p{L}\p{N}!#$%&'*+/=?^_{|}~.\x60-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,24}`

const OCTET = '(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])'
const IPV4 = new RegExp(String.raw`(?<![\w.])${OCTET}(?:\.${OCTET}){3}(?!\w|\.[0-9])`, 'g')
const HEX_AND_COLONS = /(?<![\w.:])[0-9A-Fa-f:]+(?![\w:])/g
const MAX_IPV6_LENGTH = 39

const isIpv6 = (text: string): boolean => {
  if (text.length > MAX_IPV6_LENGTH) return false
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  if (!groups.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))) return false
  // `::` and `a::` are more often C++ or prose than addresses.
  return halves.length === 1 ? groups.length === 8 : groups.length >= 2 && groups.length <= 7
}

const findRanges = (
  text: string,
  start: number,
  end: number,
  pattern: RegExp,
): (Range & { text: string })[] => {
  const offset = Math.max(0, start - 1)
  return Array.from(text.slice(offset, end).matchAll(pattern), ({ 0: match, index }) => ({
    start: offset + index,
    end: offset + index + match.length,
    text: match,
  }))
}

const checkIpv4: CandidateCheck = (text, start, end) => ({
  matches: end - start < '0.0.0.0'.length ? [] : findRanges(text, start, end, IPV4),
  next: end,
})

const checkIpv6: CandidateCheck = (text, start, end) => ({
  matches: findRanges(text, start, end, HEX_AND_COLONS).filter((range) => isIpv6(range.text)),
  next: end,
})

/** API keys with a known prefix of their provider. */
const API_KEY =
  String.raw`\b(?:` +
  [
    'sk-[A-Za-z0-9_-]{20,}',
    '(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{16,}',
    '(?:AKIA|ASIA)[A-Z0-9]{16}',
    'gh[pousr]_[A-Za-z0-9]{30,}',
    'github_pat_[A-Za-z0-9_]{22,}',
    'glpat-[A-Za-z0-9_-]{20,}',
    'xox[abeprs]-[A-Za-z0-9-]{10,}',
    'AIza[A-Za-z0-9_-]{35}',
    'npm_[A-Za-z0-9]{36}',
    'hf_[A-Za-z0-9]{30,}',
  ].join('|') +
  ')'

/** A key contains a digit; words joined by dashes look similar but have none. */
const checkApiKey: CandidateCheck = (text, start, end) =>
  /[0-9]/.test(text.slice(start, end)) ? acceptCandidate(text, start, end) : { matches: [], next: end }

const JWT = String.raw`\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*`

// A truncated block still counts: without the END line it extends to the next dashes or the end of the text.
const KEY_LINE = '[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----'
const PRIVATE_KEY = `-----BEGIN ${KEY_LINE}(?:[^-]|-[^-])*(?:-----END ${KEY_LINE})?`

export const STRING_DETECTORS: Record<string, Detector[]> = {
  email: [makeBuiltInDetector('email', EMAIL, acceptCandidate, { literal: '@', maxOffset: 128 })],
  ip_address: [
    makeBuiltInDetector('ip_address', String.raw`[0-9]{1,3}\.[0-9.]+[A-Za-z_]?`, checkIpv4),
    makeBuiltInDetector('ip_address', '[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:]*:[0-9A-Fa-f:]*[A-Za-z_]?', checkIpv6),
  ],
  api_key: [makeBuiltInDetector('api_key', API_KEY, checkApiKey)],
  jwt: [makeBuiltInDetector('jwt', JWT)],
  private_key: [makeBuiltInDetector('private_key', PRIVATE_KEY)],
}
