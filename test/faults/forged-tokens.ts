/** Tokens that an attacker without the secret, or with an unsuitable token, could send. None of them may be accepted. */
import { constants, createHmac, createSign, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

export interface TokenSetup {
  secret: string
  issuer: string
  audience: string
  /** The current time of the service, in seconds. */
  now: number
  /** The public key of the JWKS and its ID. */
  publicKey: KeyObject
  kid: string
  /** A server of the attacker; it must not be called. */
  attackerUrl: string
}

type Json = Record<string, unknown>
type ForgedToken = readonly [name: string, token: string]

const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

const hmac = (text: string, secret: string | Buffer, hash = 'sha256'): string =>
  createHmac(hash, secret).update(text).digest('base64url')

/** Header and claims can be given as text, for JSON that JSON.stringify does not produce. */
export const signHmac = (
  header: unknown,
  claims: unknown,
  secret: string | Buffer,
  hash?: string,
): string => {
  const text = `${encode(header)}.${encode(claims)}`
  return `${text}.${hmac(text, secret, hash)}`
}

export const toClaims = ({ issuer, audience, now }: TokenSetup): Json => ({
  sub: 'user',
  scope: 'admin',
  iss: issuer,
  aud: audience,
  exp: now + 600,
})

const HS256 = { alg: 'HS256', typ: 'JWT' }

export const forgeTokens = (setup: TokenSetup): ForgedToken[] => [
  ...forgeWithoutAlgorithm(setup),
  ...forgeKeys(setup),
  ...forgeHeaders(setup),
  ...forgeSignatures(setup),
  ...forgeClaims(setup),
  ...forgeStructures(setup),
]

const forgeWithoutAlgorithm = (setup: TokenSetup): ForgedToken[] => {
  const claims = toClaims(setup)
  const none = ['none', 'None', 'NONE', 'nOnE', 'none ', ''].flatMap((alg) => [
    [`alg "${alg}" without a signature`, `${encode({ alg })}.${encode(claims)}.`] as const,
    [`alg "${alg}" with a signature`, signHmac({ alg }, claims, 'x')] as const,
  ])
  const invalid = [undefined, null, 1, ['HS256'], { name: 'HS256' }, 'hs256', 'HS256 '].map(
    (alg) => [`alg ${JSON.stringify(alg)}`, signHmac({ alg }, claims, setup.secret)] as const,
  )
  return [
    ...none,
    ...invalid,
    ['HS384 with the secret', signHmac({ alg: 'HS384' }, claims, setup.secret, 'sha384')],
    ['HS512 with the secret', signHmac({ alg: 'HS512' }, claims, setup.secret, 'sha512')],
    ['HS1 with the secret', signHmac({ alg: 'HS1' }, claims, setup.secret, 'sha1')],
  ]
}

/** Signatures of keys that are public, guessable or of the attacker. */
const forgeKeys = (setup: TokenSetup): ForgedToken[] => {
  const { publicKey, secret, kid } = setup
  const claims = toClaims(setup)
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const jwk = publicKey.export({ format: 'jwk' })
  const confused: [string, string | Buffer][] = [
    ['the PEM of the public key', pem],
    ['the PEM without the line break', pem.trimEnd()],
    ['the DER of the public key', publicKey.export({ type: 'spki', format: 'der' })],
    ['the JWK of the public key', JSON.stringify(jwk)],
    ['the modulus', Buffer.from(jwk.n ?? '', 'base64url')],
    ['an empty secret', ''],
    ['a zero byte', Buffer.alloc(1)],
    ['the word secret', 'secret'],
    ['the secret with a line break', `${secret}\n`],
    ['the secret without its last character', secret.slice(0, -1)],
    ['the secret in upper case', secret.toUpperCase()],
  ]
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const ed = generateKeyPairSync('ed25519').privateKey
  const signWith = (header: Json, signText: (text: Buffer) => Buffer): string => {
    const text = `${encode(header)}.${encode(claims)}`
    return `${text}.${signText(Buffer.from(text)).toString('base64url')}`
  }
  const signRsa = (text: Buffer): Buffer => createSign('sha256').update(text).sign(rsa)
  const padding = constants.RSA_PKCS1_PSS_PADDING
  return [
    ...confused.map(
      ([name, key]) => [`HS256 with ${name}`, signHmac({ ...HS256, kid }, claims, key)] as const,
    ),
    ['RS256 in the header and an HMAC of the secret', signHmac({ alg: 'RS256', kid }, claims, secret)],
    ['RS256 of a foreign key', signWith({ alg: 'RS256' }, signRsa)],
    ['RS256 of a foreign key with our kid', signWith({ alg: 'RS256', kid }, signRsa)],
    ['RS256 with an unknown kid', signWith({ alg: 'RS256', kid: 'other' }, signRsa)],
    [
      'PS256 of a foreign key',
      signWith({ alg: 'PS256', kid }, (text) => sign('sha256', text, { key: rsa, padding })),
    ],
    [
      'ES256 of a foreign key',
      signWith({ alg: 'ES256', kid }, (text) => sign('sha256', text, { key: ec, dsaEncoding: 'ieee-p1363' })),
    ],
    ['ES256 with a signature of zeros', signWith({ alg: 'ES256', kid }, () => Buffer.alloc(64))],
    ['EdDSA of a foreign key', signWith({ alg: 'EdDSA', kid }, (text) => sign(null, text, ed))],
  ]
}

const forgeHeaders = (setup: TokenSetup): ForgedToken[] => {
  const { attackerUrl, secret } = setup
  const claims = toClaims(setup)
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const own = (header: Json): string => {
    const text = `${encode({ alg: 'RS256', ...header })}.${encode(claims)}`
    return `${text}.${createSign('sha256').update(text).sign(rsa.privateKey, 'base64url')}`
  }
  const jwk = rsa.publicKey.export({ format: 'jwk' })
  return [
    ['an embedded public key (jwk)', own({ jwk })],
    [
      'an embedded symmetric key (jwk)',
      signHmac({ ...HS256, jwk: { kty: 'oct', k: encode('x') } }, claims, 'x'),
    ],
    ['a key URL of the attacker (jku)', own({ jku: `${attackerUrl}/keys` })],
    ['a certificate URL of the attacker (x5u)', own({ x5u: `${attackerUrl}/cert` })],
    ['an embedded certificate (x5c)', own({ x5c: [encode('certificate')] })],
    [
      'a kid that is a path to an empty file',
      signHmac({ ...HS256, kid: '../../../../dev/null' }, claims, ''),
    ],
    ['a kid with SQL', signHmac({ ...HS256, kid: "' union select 'x' --" }, claims, 'x')],
    ['a kid with a command', signHmac({ ...HS256, kid: 'key|whoami' }, claims, 'x')],
    ['a kid that is a URL', own({ kid: `${attackerUrl}/keys` })],
    ['a kid that is an array', own({ kid: ['a'] })],
    ['an unknown critical header', signHmac({ ...HS256, crit: ['x'], x: 1 }, claims, secret)],
    ['an empty list of critical headers', signHmac({ ...HS256, crit: [] }, claims, secret)],
    ['an unencoded payload (b64)', signHmac({ ...HS256, crit: ['b64'], b64: false }, claims, secret)],
  ]
}

const forgeSignatures = (setup: TokenSetup): ForgedToken[] => {
  const claims = toClaims(setup)
  const valid = signHmac(HS256, claims, setup.secret)
  const [header = '', payload = '', signature = ''] = valid.split('.')
  const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)
  const other = signHmac(HS256, { ...claims, sub: 'other' }, setup.secret).split('.')[2]
  return [
    ['an empty signature', `${header}.${payload}.`],
    ['a shortened signature', `${header}.${payload}.${signature.slice(0, -4)}`],
    ['a lengthened signature', `${header}.${payload}.${signature}AAAA`],
    ['a changed signature', `${header}.${payload}.${flipped}`],
    ['a signature of zeros', `${header}.${payload}.${Buffer.alloc(32).toString('base64url')}`],
    ['the signature of another token', `${header}.${payload}.${other}`],
    ['changed claims', `${header}.${encode({ ...claims, sub: 'other' })}.${signature}`],
    ['a changed header', `${encode({ ...HS256, kid: 'x' })}.${payload}.${signature}`],
    ['a signature with padding', `${valid}=`],
  ]
}

/** These are signed with the secret: a token of another service or time, or with unusable claims. */
const forgeClaims = (setup: TokenSetup): ForgedToken[] => {
  const claims = toClaims(setup)
  const { now, secret, issuer } = setup
  const { exp: _exp, ...withoutExp } = claims
  const { iss: _iss, ...withoutIssuer } = claims
  const { aud: _aud, ...withoutAudience } = claims
  const changed: [string, unknown][] = [
    ['a past exp', { ...claims, exp: now - 61 }],
    ['exp 0', { ...claims, exp: 0 }],
    ['a negative exp', { ...claims, exp: -1 }],
    ['an exp that is text', { ...claims, exp: String(now + 600) }],
    ['an exp that is null', { ...claims, exp: null }],
    ['an exp that is an array', { ...claims, exp: [now + 600] }],
    ['no exp', withoutExp],
    ['a future nbf', { ...claims, nbf: now + 61 }],
    ['an nbf that is text', { ...claims, nbf: '0' }],
    ['another issuer', { ...claims, iss: 'https://other.example' }],
    ['an issuer in another case', { ...claims, iss: issuer.toUpperCase() }],
    ['a list of issuers', { ...claims, iss: ['https://other.example', issuer] }],
    ['no issuer', withoutIssuer],
    ['another audience', { ...claims, aud: 'other' }],
    ['an empty list of audiences', { ...claims, aud: [] }],
    ['no audience', withoutAudience],
    [
      'an issuer that is given twice',
      JSON.stringify(claims).replace(/}$/, ',"iss":"https://other.example"}'),
    ],
    ['an exp that is given twice', JSON.stringify(claims).replace(/}$/, `,"exp":${String(now - 600)}}`)],
    ['an empty tenant', { ...claims, tenant: '' }],
    ['a tenant that is a path', { ...claims, tenant: '../default' }],
    ['a tenant that is an object', { ...claims, tenant: { name: 'default' } }],
    ['a tenant with a line break', { ...claims, tenant: 'default\n' }],
    ['a tenant of 129 characters', { ...claims, tenant: 'x'.repeat(129) }],
    ['claims that are an array', [claims]],
    ['claims that are text', '"text"'],
    ['claims that are null', 'null'],
    ['claims that are not JSON', '{"sub":'],
  ]
  return changed.map(([name, value]) => [name, signHmac(HS256, value, secret)] as const)
}

const forgeStructures = (setup: TokenSetup): ForgedToken[] => {
  const valid = signHmac(HS256, toClaims(setup), setup.secret)
  const [header = '', payload = '', signature = ''] = valid.split('.')
  return [
    ['two parts', `${header}.${payload}`],
    ['four parts', `${valid}.${signature}`],
    ['five parts', `${header}.${payload}.${signature}.${signature}.${signature}`],
    ['three empty parts', '..'],
    ['three parts of garbage', 'a.b.c'],
    ['a header that is not JSON', `${encode('{alg:HS256}')}.${payload}.${signature}`],
    ['a header that is an array', signHmac([HS256], toClaims(setup), setup.secret)],
    ['a header that is null', signHmac('null', toClaims(setup), setup.secret)],
    [
      '14 kB of claims of another secret',
      signHmac(HS256, { ...toClaims(setup), pad: 'x'.repeat(10_000) }, 'x'),
    ],
    ['100 kB', `${header}.${'x'.repeat(100_000)}.${signature}`],
  ]
}
