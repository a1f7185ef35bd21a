/** `heddle webhooks`: lists webhooks, sends a test event, and delivers events again. */
import type { Command } from 'commander'
import { newId } from '../../platform/ids.js'
import type { Delivery, Webhook } from '../../schema/webhook.js'
import { usageError } from '../command-error.js'
import { formatFields } from '../output/format.js'
import { runWithSession } from '../service-command.js'
import type { Session } from '../service/session.js'
import { addLimitOption } from './flags.js'

interface ReplayFlags {
  delivery?: string
  since?: string
  until?: string
  status?: string
}

export const addWebhooksCommand = (program: Command): void => {
  const webhooks = program.command('webhooks').description('list, test and replay webhooks')
  runWithSession(
    addLimitOption(webhooks.command('list').description('list webhooks, newest first')),
    listWebhooks,
  )
  runWithSession(
    webhooks.command('test <webhook_id>').description('send a test event; see its result with deliveries'),
    testWebhook,
  )
  const deliveries = webhooks
    .command('deliveries <webhook_id>')
    .description('list the deliveries of a webhook, newest first')
    .option('-s, --status <status>', 'only deliveries with this status: pending, delivered, failed')
  runWithSession(addLimitOption(deliveries), listDeliveries)
  const replay = webhooks
    .command('replay <webhook_id>')
    .description('deliver events again: one delivery, or those of a time range')
    .option('--delivery <id>', 'only this delivery')
    .option('--since <time>', 'deliveries created since this time (ISO 8601)')
    .option('--until <time>', 'deliveries created before this time')
    .option('-s, --status <status>', 'failed or delivered; default: failed')
  runWithSession(replay, replayDeliveries)
}

const toPath = (webhookId: string): string => `/api/v1/webhooks/${encodeURIComponent(webhookId)}`

const describeState = ({ enabled, disabled_reason, failures }: Webhook): string => {
  if (!enabled) return disabled_reason === null ? 'disabled' : `disabled: ${disabled_reason}`
  return failures > 0 ? `failing (${String(failures)})` : 'ok'
}

const listWebhooks = async ({ client, output }: Session, { limit }: { limit: number }): Promise<void> => {
  await output.printList(
    client.list<Webhook>('/api/v1/webhooks', {}, limit),
    [
      { title: 'WEBHOOK', value: ({ webhook_id }) => webhook_id },
      { title: 'STATE', value: describeState, paint: output.paintStatus },
      { title: 'URL', value: ({ url }) => url, isFlexible: true },
      { title: 'EVENTS', value: ({ events }) => events.join(', '), isFlexible: true },
    ],
    'no webhooks',
  )
}

const listDeliveries = async (
  { client, output }: Session,
  webhookId: string,
  { limit, status }: { limit: number; status?: string },
): Promise<void> => {
  await output.printList(
    client.list<Delivery>(`${toPath(webhookId)}/deliveries`, { status }, limit),
    [
      { title: 'DELIVERY', value: ({ delivery_id }) => delivery_id },
      { title: 'STATUS', value: (delivery) => delivery.status, paint: output.paintStatus },
      { title: 'EVENT', value: ({ event_type }) => event_type },
      { title: 'ATTEMPTS', value: ({ attempts }) => attempts, align: 'right' },
      { title: 'CREATED', value: ({ created_at }) => created_at },
      { title: 'ERROR', value: ({ last_error }) => last_error, isFlexible: true },
    ],
    'no deliveries',
  )
}

const formatDelivery = (delivery: Delivery): string =>
  formatFields({
    delivery: delivery.delivery_id,
    status: delivery.status,
    event: delivery.event_type,
    attempts: delivery.attempts,
    response: delivery.last_status,
    error: delivery.last_error,
  })

const testWebhook = async ({ client, output }: Session, webhookId: string): Promise<void> => {
  const delivery = await client.post<Delivery>(`${toPath(webhookId)}/test`, { idempotencyKey: newId() })
  output.print(delivery, formatDelivery)
}

const replayDeliveries = async (
  { client, output }: Session,
  webhookId: string,
  { delivery, since, until, status }: ReplayFlags,
): Promise<void> => {
  if ((delivery === undefined) === (since === undefined))
    throw usageError('pass --delivery <id> or --since <time>')
  const idempotencyKey = newId()
  if (delivery !== undefined) {
    const path = `${toPath(webhookId)}/deliveries/${encodeURIComponent(delivery)}/redeliver`
    output.print(await client.post<Delivery>(path, { idempotencyKey }), formatDelivery)
    return
  }
  const body = { since, ...(until !== undefined && { until }), ...(status !== undefined && { status }) }
  const path = `${toPath(webhookId)}/redeliver`
  output.print(
    await client.post<{ redelivered: number }>(path, { body, idempotencyKey }),
    ({ redelivered }) => `${String(redelivered)} deliveries are queued again`,
  )
}
