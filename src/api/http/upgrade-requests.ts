/** The requests that upgrade their connection to a WebSocket of the agent streaming protocol. They pass the same hooks as other requests. */
import type { IncomingMessage } from 'node:http'

const upgradeRequests = new WeakSet<IncomingMessage>()

export const markAsUpgrade = (request: IncomingMessage): void => {
  upgradeRequests.add(request)
}

export const isUpgrade = (request: IncomingMessage): boolean => upgradeRequests.has(request)
