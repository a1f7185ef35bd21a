/** Built-in detectors of email and IP addresses. */
import { findLastWord } from './context-words.js'
import {
  acceptCandidate,
  findRanges,
  makeBuiltInDetector,
  type Detector,
  type CandidateCheck,
} from './detector.js'

// Repetitions are bounded, so that the cost of a long text is at most its length times the bound.
const EMAIL = String.raw`[\p{L}\p{N}!#$%&'*+/=?^_{|}~.\x60-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,24}`

const OCTET = '(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])'
/** "pkg-1.2.3.4", "agent/1.2.3.4" and "==1.2.3.4" are versions; "http://1.2.3.4" is an address. */
const IPV4 = new RegExp(
  String.raw`(?<![\w.~^]|[A-Za-z_]-|==|[<>!]=|[^/]/)${OCTET}(?:\.${OCTET}){3}(?!\w|\.[0-9]|-[A-Za-z])`,
  'g',
)
const HEX_AND_COLONS = /(?<![\w.:])[0-9A-Fa-f:]+(?![\w:])/g
const MAX_IPV6_LENGTH = 39

/** The last of these words before a number of four parts decides: "upgrade the server 10.0.0.5" has an address. */
const VERSION_WORDS = String.raw`versions?|ver|v|releases?|released|builds?|firmware|drivers?|upgrad(?:e|ed|es|ing)|downgrad(?:e|ed|ing)|patch(?:es|ed)?|rev|revision|sdk|packages?|dependenc(?:y|ies)|changelog|installed|requires|plugin|library|section|sections|chapter|clause|paragraph|article|appendix|figure|table|step|requirement|schema|oid|chrome|firefox|safari|edge|opera|node|java|jdk|jre|python|ruby|php|openssl|nginx|windows|android|ios|macos|kernel|oracle|mysql|assembly|nuget|dll`
const ADDRESS_WORDS = String.raw`ips?|ipv4|address|addresses|hosts?|hostname|server|servers|client|clients|gateway|dns|ping|peer|remote|router|subnet|network|nodes|login|connected|connection|connect|listening|proxy|vpn|endpoint|source|destination`
const CONTEXT_WORDS = new RegExp(
  String.raw`(?<![A-Za-z])(?:${VERSION_WORDS}|${ADDRESS_WORDS}|§)(?![A-Za-z])`,
  'gi',
)
const ONLY_VERSION_WORD = new RegExp(String.raw`^(?:${VERSION_WORDS}|§)$`)

/** A version or section number can have four parts, too. */
const isVersion = (text: string, start: number): boolean =>
  ONLY_VERSION_WORD.test(findLastWord(text, start, CONTEXT_WORDS) ?? '')

/** `0.0.0.0` is an address; other numbers that start with zero are not. */
const isAddress = (octets: string): boolean => !octets.startsWith('0') || octets === '0.0.0.0'

const FOLLOWING_VERSION_WORD = /^ (?:release|build|version|update|patch|firmware|driver)/i

const checkIpv4: CandidateCheck = (text, start, end) => {
  if (end - start < '0.0.0.0'.length) return { matches: [], next: end }
  const matches = findRanges(text, start, end, IPV4).filter(
    (range) =>
      isAddress(range.text) &&
      !FOLLOWING_VERSION_WORD.test(text.slice(range.end, end)) &&
      !isVersion(text, range.start),
  )
  return { matches, next: end }
}

const isIpv6 = (text: string): boolean => {
  if (text.length > MAX_IPV6_LENGTH) return false
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  if (!groups.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))) return false
  // `::` and `a::` are more often C++ or prose than addresses.
  if (halves.length === 1) return groups.length === 8
  return groups.length >= 2 && groups.length <= 7 && /[0-9]/.test(text)
}

const checkIpv6: CandidateCheck = (text, start, end) => ({
  matches: findRanges(text, start, end, HEX_AND_COLONS).filter((range) => isIpv6(range.text)),
  next: end,
})

export const ADDRESS_DETECTORS: Record<string, Detector[]> = {
  email: [makeBuiltInDetector('email', EMAIL, acceptCandidate, { literal: '@', maxOffset: 128 })],
  ip_address: [
    makeBuiltInDetector(
      'ip_address',
      String.raw`[0-9]{1,3}\.[0-9.]+(?:-?[A-Za-z_]| [A-Za-z]{0,8})?`,
      checkIpv4,
    ),
    makeBuiltInDetector('ip_address', '[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:]*:[0-9A-Fa-f:]*[A-Za-z_]?', checkIpv6),
  ],
}
