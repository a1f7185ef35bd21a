/** Built-in detectors of API keys, tokens and private keys. Formats that ordinary text can have need a random value. */
import {
  acceptCandidate,
  makeBuiltInDetector,
  toAnyCase,
  type Detector,
  type CandidateCheck,
} from './detector.js'
import { hasRandomRun, isRandomValue } from './entropy.js'

const joinAlternatives = (alternatives: readonly string[]): string =>
  String.raw`\b(?:${alternatives.join('|')})`

/** Keys with a prefix that is unlikely in text. */
const PREFIXED_KEY = joinAlternatives([
  '(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{16,}',
  '(?:AKIA|ASIA)[A-Z0-9]{16}',
  'gh[pousr]_[A-Za-z0-9]{30,}',
  'github_pat_[A-Za-z0-9_]{22,}',
  'glpat-[A-Za-z0-9_-]{20,}',
  'xox[abeprs]-[A-Za-z0-9-]{10,}',
  'xapp-[0-9]-[A-Za-z0-9-]{20,}',
  'AIza[A-Za-z0-9_-]{35}',
  'ya29[.][A-Za-z0-9_-]{20,}',
  'GOCSPX-[A-Za-z0-9_-]{20,}',
  'npm_[A-Za-z0-9]{36}',
  'hf_[A-Za-z0-9]{30,}',
  'pypi-[A-Za-z0-9_-]{50,}',
  'dop_v1_[a-f0-9]{40,}',
  'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}',
])

/** A key contains a digit; words joined by dashes look similar but have none. */
const checkPrefixedKey: CandidateCheck = (text, start, end) =>
  /[0-9]/.test(text.slice(start, end)) ? acceptCandidate(text, start, end) : { matches: [], next: end }

/** `sk-…` is also how names of packages start. */
const checkSecretKey: CandidateCheck = (text, start, end) =>
  hasRandomRun(text.slice(start, end)) ? acceptCandidate(text, start, end) : { matches: [], next: end }

/** Accepts the last part of the candidate that consists of `characters` if its value looks random. */
const acceptRandomValue =
  (characters: RegExp, minEntropy: number): CandidateCheck =>
  (text, start, end) => {
    const value = characters.exec(text.slice(start, end))
    if (value === null || !isRandomValue(value[0], minEntropy)) return { matches: [], next: end }
    return { matches: [{ start: start + value.index, end }], next: end }
  }

const SENDGRID_KEY = String.raw`\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}`

/** 40 characters of Base64 after a name such as `aws_secret_access_key`, and the character that ends the value. */
const AWS_SECRET_KEY =
  toAnyCase('(?:aws|secret)') + String.raw`[^\n]{0,40}?[^A-Za-z0-9/+\n][A-Za-z0-9/+]{40}[A-Za-z0-9/+=]?`
/** A path has many slashes; 40 random characters rarely have more than four. */
const MAX_SLASHES = 4
const checkAwsSecretKey: CandidateCheck = (text, start, end) => {
  const value = /(?<![A-Za-z0-9/+])[A-Za-z0-9/+]{40}$/.exec(text.slice(start, end))
  const isKey =
    value !== null &&
    isRandomValue(value[0], 4) &&
    /[A-Z]/.test(value[0]) &&
    value[0].split('/').length <= MAX_SLASHES + 1
  if (!isKey) return { matches: [], next: start + 1 }
  return { matches: [{ start: start + value.index, end }], next: end }
}

const AZURE_KEYS = [
  // Keys of storage accounts (64 bytes), and of Service Bus, Event Hubs and Cosmos DB (32 or 64 bytes).
  String.raw`\b${toAnyCase('(?:accountkey|sharedaccesskey|primarykey|secondarykey)')}["']?[ \t]{0,2}[=:][ \t]{0,2}["']?[A-Za-z0-9+/]{42,88}={0,2}`,
  // Signatures of shared access.
  String.raw`[?&]sig=[A-Za-z0-9%+/]{40,80}(?:%3[Dd]|=)`,
]
/** Client secrets of applications; `Q~` is their fixed part. */
const AZURE_CLIENT_SECRET = String.raw`[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,40}`

const BEARER_TOKEN = String.raw`\b(?:${toAnyCase('bearer|basic')})[ \t]{1,3}[A-Za-z0-9._~+/-]{16,}={0,2}`

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const checkBearerToken: CandidateCheck = (text, start, end) => {
  const tokenAt = start + text.slice(start, end).search(/[ \t][^ \t]/) + 1
  const token = text.slice(tokenAt, end)
  return hasRandomRun(token) || UUID.test(token)
    ? { matches: [{ start: tokenAt, end }], next: end }
    : { matches: [], next: end }
}

const JWT = String.raw`\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*`

// A truncated block still counts: without the END line it extends to the next dashes or the end of the text.
const KEY_LINE = '[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----'
const PRIVATE_KEY = `-----BEGIN ${KEY_LINE}(?:[^-]|-[^-])*(?:-----END ${KEY_LINE})?`

const AWS_SECRET_DETECTORS = [makeBuiltInDetector('aws_secret_key', AWS_SECRET_KEY, checkAwsSecretKey)]
const AZURE_DETECTORS = [
  ...AZURE_KEYS.map((pattern) =>
    makeBuiltInDetector('azure_key', pattern, acceptRandomValue(/[A-Za-z0-9%+/]{40,}={0,2}$/, 4)),
  ),
  makeBuiltInDetector('azure_key', AZURE_CLIENT_SECRET, acceptRandomValue(/^.*$/, 3.5), {
    literal: 'Q~',
    maxOffset: 4,
  }),
]
const SENDGRID_DETECTORS = [
  makeBuiltInDetector('sendgrid_key', SENDGRID_KEY, acceptRandomValue(/^.*$/, 3.5), {
    literal: 'SG.',
    maxOffset: 0,
  }),
]
const BEARER_DETECTORS = [makeBuiltInDetector('bearer_token', BEARER_TOKEN, checkBearerToken)]

export const SECRET_DETECTORS: Record<string, Detector[]> = {
  api_key: [
    makeBuiltInDetector('api_key', PREFIXED_KEY, checkPrefixedKey),
    makeBuiltInDetector('api_key', String.raw`\bsk-[A-Za-z0-9_-]{20,}`, checkSecretKey, {
      literal: 'sk-',
      maxOffset: 0,
    }),
    ...AWS_SECRET_DETECTORS,
    ...AZURE_DETECTORS,
    ...SENDGRID_DETECTORS,
    ...BEARER_DETECTORS,
  ],
  aws_secret_key: AWS_SECRET_DETECTORS,
  azure_key: AZURE_DETECTORS,
  sendgrid_key: SENDGRID_DETECTORS,
  bearer_token: BEARER_DETECTORS,
  jwt: [makeBuiltInDetector('jwt', JWT, acceptCandidate, { literal: 'eyJ', maxOffset: 0 })],
  private_key: [
    makeBuiltInDetector('private_key', PRIVATE_KEY, acceptCandidate, {
      literal: '-----BEGIN ',
      maxOffset: 0,
    }),
  ],
}
