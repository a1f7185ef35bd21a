/** The state of webhooks and of their deliveries, in words. */
import type { Delivery, Webhook, WebhookFigures } from '../api/types.ts'

export type EndpointState = 'delivering' | 'failing' | 'paused' | 'blocked' | 'disabled'

export const ENDPOINT_WORDS: Record<EndpointState, string> = {
  delivering: 'Delivering',
  failing: 'Failing',
  paused: 'Paused',
  blocked: 'Blocked',
  disabled: 'Disabled',
}

const BLOCKED = /^blocked: ?/

/** Why the service does not send to the target, or undefined if it does. */
export const blockedReason = (error: string | null | undefined): string | undefined =>
  error != null && BLOCKED.test(error) ? error.replace(BLOCKED, '') : undefined

export const endpointState = (
  webhook: Pick<Webhook, 'enabled' | 'failures' | 'paused_until'>,
  lastError: string | null | undefined,
  now: number,
): EndpointState => {
  if (!webhook.enabled) return 'disabled'
  if (webhook.failures === 0) return 'delivering'
  if (blockedReason(lastError) !== undefined) return 'blocked'
  return webhook.paused_until !== null && Date.parse(webhook.paused_until) > now ? 'paused' : 'failing'
}

/** A description is the name of an endpoint; without one, the host of its URL is. */
export const endpointName = ({ description, url }: Pick<Webhook, 'description' | 'url'>): string => {
  if (description !== null && description !== '') return description
  return URL.canParse(url) ? new URL(url).host : url
}

/** "6 endpoints: 3 delivering, 1 paused" */
export const summarizeStates = (states: EndpointState[]): string =>
  (Object.keys(ENDPOINT_WORDS) as EndpointState[])
    .map(
      (state) => [states.filter((one) => one === state).length, ENDPOINT_WORDS[state].toLowerCase()] as const,
    )
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${String(count)} ${word}`)
    .join(', ')

export type DeliveryState = 'waiting' | 'retrying' | 'delivered' | 'failed'

export const DELIVERY_WORDS: Record<DeliveryState, string> = {
  waiting: 'Waiting',
  retrying: 'Retrying',
  delivered: 'Delivered',
  failed: 'Failed',
}

export const deliveryState = ({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>): DeliveryState =>
  status === 'pending' ? (attempts === 0 ? 'waiting' : 'retrying') : status

/** The share of ended deliveries that succeeded, or undefined if none has ended. */
export const successShare = ({ delivered, failed }: Pick<WebhookFigures, 'delivered' | 'failed'>) =>
  delivered + failed === 0 ? undefined : delivered / (delivered + failed)

const HOUR_MS = 3_600_000

/** One bar per hour up to now, with the part that failed or waits. */
export const hourBars = (
  hours: WebhookFigures['hours'],
  now: number,
  count = 24,
): { total: number; troubled: number }[] => {
  const last = Math.floor(now / HOUR_MS)
  const byHour = new Map(hours.map((hour) => [Math.floor(Date.parse(hour.from) / HOUR_MS), hour]))
  return Array.from({ length: count }, (_, index) => {
    const { delivered = 0, failed = 0, pending = 0 } = byHour.get(last - count + 1 + index) ?? {}
    return { total: delivered + failed + pending, troubled: failed + pending }
  })
}

/** The events that people choose, by what they are about. The service knows more; those are in `moreEvents`. */
export const EVENT_GROUPS = [
  {
    label: 'Runs',
    events: ['run.completed', 'run.failed', 'run.cancelled', 'run.requires_action', 'run.started'],
  },
  { label: 'Quality and safety', events: ['eval.completed', 'guardrail.triggered'] },
  { label: 'Webhooks', events: ['webhook.disabled'] },
  {
    label: 'Steps of runs',
    events: ['node.started', 'node.completed', 'node.failed', 'tool.call', 'tool.result', 'llm.completion'],
  },
  {
    label: 'Rarely needed',
    events: [
      'run.queued',
      'run.claimed',
      'run.released',
      'llm.started',
      'llm.token',
      'guardrail.checked',
      'checkpoint.saved',
    ],
  },
] as const

/** What is wrong with the address as far as the browser can know; the service checks more. */
export const findUrlProblem = (url: string): string | undefined => {
  if (url.trim() === '') return 'Enter the address that receives the events'
  if (!URL.canParse(url)) return 'This is not a URL; it starts with https:// or http://'
  return ['http:', 'https:'].includes(new URL(url).protocol) ? undefined : 'Only http and https can be called'
}
