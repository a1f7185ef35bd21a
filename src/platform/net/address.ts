/** Decides which addresses outgoing requests may reach. An address that is not explicitly allowed is refused. */
import ipaddr from 'ipaddr.js'

export interface TargetPolicy {
  /** True if loopback and private addresses are allowed. */
  allowPrivate: boolean
}

// `unspecified` is included because Linux connects 0.0.0.0 and :: to the local machine.
const PRIVATE_RANGES = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat', 'unspecified'])

// Cloud metadata services, which hand out credentials, with addresses that are not link-local: Alibaba, Azure, AWS and
// Google over IPv6.
const METADATA_ADDRESSES = new Set(['100.100.100.200', '168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254'])

export const isAllowedAddress = (address: string, policy: TargetPolicy): boolean =>
  findAddressProblem(address, policy) === undefined

/** Returns why an address is refused. Accepts all notations that a URL or a DNS resolver can produce. */
export const findAddressProblem = (address: string, { allowPrivate }: TargetPolicy): string | undefined => {
  const ip = parseAddress(address)
  if (ip === undefined) return 'is not an address'
  const range = ip.range()
  if (range === 'linkLocal' || METADATA_ADDRESSES.has(ip.toString()))
    return 'is a link-local or metadata address'
  if (PRIVATE_RANGES.has(range)) {
    return allowPrivate ? undefined : 'is a private or loopback address, which is not allowed on this server'
  }
  return range === 'unicast' && isAssigned(ip) ? undefined : `is a ${range} address, which is never allowed`
}

/** Parses all address literals, including those of inet_aton: 127.1, 0x7f000001, [::ffff:127.0.0.1], a trailing dot. */
const parseAddress = (address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined => {
  const normalized = address.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  return ipaddr.isValid(normalized) ? ipaddr.process(normalized.replace(/%.*$/, '')) : undefined
}

export const isAddress = (host: string): boolean => parseAddress(host) !== undefined

/** ipaddr.js classifies every unknown range as unicast. Of IPv6, only 2000::/3 is allocated. */
const isAssigned = (ip: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  ip.kind() === 'ipv4' || ((ip as ipaddr.IPv6).parts[0] ?? 0) >> 13 === 1
