/**
 * Opens connections to allowed addresses only. The host name is resolved once, and the connection uses the resolved address. The
 * remote address is checked again before the first byte is sent, also for TLS. This prevents DNS rebinding, where a name resolves
 * to another address the second time.
 */
import type { LookupAddress, LookupOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { findAddressProblem, isAddress, isAllowedAddress, type TargetPolicy } from './address.js'
import { TargetRefused } from './target-refused.js'

/** The variant of dns.lookup that returns all addresses. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

interface ConnectorOptions extends TargetPolicy {
  timeoutMs: number
  resolve: Resolve
}

export const makeGuardedConnector = ({ timeoutMs, resolve, ...policy }: ConnectorOptions) => {
  const toRefusal = (hostname: string, [first]: LookupAddress[]): TargetRefused =>
    new TargetRefused(hostname, findAddressProblem(first?.address ?? '', policy) ?? 'has no allowed address')

  const lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const allowed =
        error === null ? addresses.filter(({ address }) => isAllowedAddress(address, policy)) : []
      const [first] = allowed
      if (error !== null) callback(error, [])
      else if (first === undefined) callback(toRefusal(hostname, addresses), [])
      else if (options.all === true) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }

  const openSocket = buildConnector({ timeout: timeoutMs, lookup })
  const startTls = buildConnector({ timeout: timeoutMs })

  const connect: buildConnector.connector = (options, callback) => {
    // Node does not call `lookup` if the host is an address.
    const problem = isAddress(options.hostname) ? findAddressProblem(options.hostname, policy) : undefined
    if (problem !== undefined) {
      callback(new TargetRefused(options.hostname, problem), null)
      return
    }
    const plainOptions = {
      ...options,
      protocol: 'http:',
      port: options.port || defaultPort(options.protocol),
    }
    openSocket(plainOptions, (error, socket) => {
      if (error !== null) {
        callback(error, null)
        return
      }
      const connectedProblem = findAddressProblem(socket.remoteAddress ?? '', policy)
      if (connectedProblem !== undefined) {
        socket.destroy()
        callback(new TargetRefused(options.hostname, connectedProblem), null)
      } else if (options.protocol === 'https:') {
        startTls({ ...options, httpSocket: socket }, callback)
      } else {
        callback(null, socket)
      }
    })
  }
  return connect
}

const defaultPort = (protocol: string): string => (protocol === 'https:' ? '443' : '80')
