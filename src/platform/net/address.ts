/** Which addresses outgoing requests may reach. Everything that is not plainly allowed is refused. */
import ipaddr from 'ipaddr.js'

export interface TargetPolicy {
  /** Whether this machine and its own networks may be reached. */
  allowPrivate: boolean
}

// `unspecified` is here because Linux connects 0.0.0.0 and :: to this machine.
const PRIVATE_RANGES = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat', 'unspecified'])

// Where clouds hand out credentials at an address that is not link-local: Alibaba, Azure, AWS and Google over IPv6.
const METADATA_ADDRESSES = new Set(['100.100.100.200', '168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254'])

export const isAllowedAddress = (address: string, policy: TargetPolicy): boolean =>
  findAddressProblem(address, policy) === undefined

/** Why the address, in any form that a URL or a resolver may give it, is refused; undefined: it is not. */
export const findAddressProblem = (address: string, { allowPrivate }: TargetPolicy): string | undefined => {
  const ip = parseAddress(address)
  if (ip === undefined) return 'is not an address'
  const range = ip.range()
  if (range === 'linkLocal' || METADATA_ADDRESSES.has(ip.toString()))
    return 'is a link-local or metadata address'
  if (PRIVATE_RANGES.has(range)) {
    return allowPrivate ? undefined : 'is a private or loopback address, which this server does not call'
  }
  return range === 'unicast' && isAssigned(ip) ? undefined : `is a ${range} address, which is never called`
}

/** All literals, those of inet_aton included: 127.1, 0x7f000001, [::ffff:127.0.0.1], a dot at the end. */
const parseAddress = (address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined => {
  const normalized = address.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  return ipaddr.isValid(normalized) ? ipaddr.process(normalized.replace(/%.*$/, '')) : undefined
}

export const isAddress = (host: string): boolean => parseAddress(host) !== undefined

/** ipaddr.js calls whatever it has no name for unicast; of IPv6 only 2000::/3 is given out. */
const isAssigned = (ip: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  ip.kind() === 'ipv4' || ((ip as ipaddr.IPv6).parts[0] ?? 0) >> 13 === 1
