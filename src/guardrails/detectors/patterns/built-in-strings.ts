/** Our own detectors of addresses and secrets. */
import type { Range } from '../text/mapped-text.js'
import { everyCandidate, ownDetector, type Detector, type Judge } from './detector.js'

// Parts have bounds, so that a text without an end costs no more than its length times the bound.
const EMAIL = String.raw`[\p{L}\p{N}!#$%&'*+/=?^_{|}~.\x60-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,24}`

const OCTET = '(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])'
const IPV4 = new RegExp(String.raw`(?<![\w.])${OCTET}(?:\.${OCTET}){3}(?!\w|\.[0-9])`, 'g')
const HEX_AND_COLONS = /(?<![\w.:])[0-9A-Fa-f:]+(?![\w:])/g
const LONGEST_IPV6 = 39

const isIpv6 = (text: string): boolean => {
  if (text.length > LONGEST_IPV6) return false
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  if (!groups.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))) return false
  // `::` alone and `a::` are C++ and prose as often as addresses.
  return halves.length === 1 ? groups.length === 8 : groups.length >= 2 && groups.length <= 7
}

const rangesIn = (text: string, start: number, end: number, shape: RegExp): (Range & { text: string })[] => {
  const offset = Math.max(0, start - 1)
  return Array.from(text.slice(offset, end).matchAll(shape), ({ 0: all, index }) => ({
    start: offset + index,
    end: offset + index + all.length,
    text: all,
  }))
}

const judgeIpv4: Judge = (text, start, end) => ({
  matches: end - start < '0.0.0.0'.length ? [] : rangesIn(text, start, end, IPV4),
  next: end,
})

const judgeIpv6: Judge = (text, start, end) => ({
  matches: rangesIn(text, start, end, HEX_AND_COLONS).filter((range) => isIpv6(range.text)),
  next: end,
})

/** Keys whose makers gave them a prefix, so that they can be found. */
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

/** Words joined by dashes have the shape of a key, but no digits. */
const judgeKey: Judge = (text, start, end) =>
  /[0-9]/.test(text.slice(start, end)) ? everyCandidate(text, start, end) : { matches: [], next: end }

const JWT = String.raw`\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*`

// A block that is cut off is a key all the same: without its last line it reaches to the next dashes or the end.
const KEY_LINE = '[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----'
const PRIVATE_KEY = `-----BEGIN ${KEY_LINE}(?:[^-]|-[^-])*(?:-----END ${KEY_LINE})?`

export const TEXT_DETECTORS: Record<string, Detector[]> = {
  email: [ownDetector('email', EMAIL, everyCandidate, { sign: '@', reach: 128 })],
  ip_address: [
    ownDetector('ip_address', String.raw`[0-9]{1,3}\.[0-9.]+[A-Za-z_]?`, judgeIpv4),
    ownDetector('ip_address', '[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:]*:[0-9A-Fa-f:]*[A-Za-z_]?', judgeIpv6),
  ],
  api_key: [ownDetector('api_key', API_KEY, judgeKey)],
  jwt: [ownDetector('jwt', JWT)],
  private_key: [ownDetector('private_key', PRIVATE_KEY)],
}
