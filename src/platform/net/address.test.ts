import { describe, expect, it } from 'vitest'
import { findAddressProblem, isAllowedAddress } from './address.js'

const allowPrivate = { allowPrivate: true }
const denyPrivate = { allowPrivate: false }

const LOOPBACK = [
  '127.0.0.1',
  '127.255.255.254',
  '127.1',
  '127.0.1',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '2130706433',
  '127.0.0.1.',
  '0',
  '0.0.0.0',
  '::1',
  '[::1]',
  '0:0:0:0:0:0:0:1',
  '::',
  '::ffff:127.0.0.1',
  '[::ffff:127.0.0.1]',
  '::ffff:7f00:1',
]
const PRIVATE = [
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  'fd12::1',
  '::ffff:10.1.2.3',
]
const ALWAYS_REFUSED = [
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '::ffff:169.254.169.254',
  'fe80::1',
  'fe80::1%eth0',
  '100.100.100.200',
  '168.63.129.16',
  '::ffff:168.63.129.16',
  'fd00:ec2::254',
  'fd00:0ec2:0:0:0:0:0:0254',
  '192.0.0.192',
  '198.18.0.1',
  '192.0.2.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  'ff02::1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '::ffff:0:127.0.0.1',
  '::7f00:1',
  '2002:7f00:1::',
  '2001::1',
  'fec0::1',
  '100::1',
  '4000::1',
]
const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '172.32.0.1',
  '2606:4700:4700::1111',
  '[2606:4700:4700::1111]',
  '::ffff:8.8.8.8',
]

describe('addresses of outgoing requests', () => {
  it.each([...LOOPBACK, ...PRIVATE])('%s is allowed only if private addresses are allowed', (address) => {
    expect(isAllowedAddress(address, denyPrivate)).toBe(false)
    expect(isAllowedAddress(address, allowPrivate)).toBe(true)
  })

  it.each(ALWAYS_REFUSED)('%s is never allowed', (address) => {
    expect(isAllowedAddress(address, denyPrivate)).toBe(false)
    expect(isAllowedAddress(address, allowPrivate)).toBe(false)
  })

  it.each(PUBLIC)('%s is always allowed', (address) => {
    expect(isAllowedAddress(address, denyPrivate)).toBe(true)
    expect(isAllowedAddress(address, allowPrivate)).toBe(true)
  })

  it.each([
    '',
    'localhost',
    'example.com',
    '1.2.3.4.5',
    '256.1.1.1',
    ':::',
    '127.0.0.1:80',
    '127.0.0.1/8',
    ' 8.8.8.8',
  ])('"%s" is refused because it is not an address', (address) => {
    expect(isAllowedAddress(address, allowPrivate)).toBe(false)
  })

  it('a refusal contains the reason', () => {
    expect(findAddressProblem('10.0.0.1', denyPrivate)).toMatch(/private or loopback/)
    expect(findAddressProblem('169.254.169.254', allowPrivate)).toMatch(/link-local or metadata/)
    expect(findAddressProblem('ff02::1', allowPrivate)).toBe('is a multicast address, which is never allowed')
    expect(findAddressProblem('8.8.8.8', denyPrivate)).toBeUndefined()
  })
})
