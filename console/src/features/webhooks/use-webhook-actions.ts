import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  deleteWebhook,
  deliveriesKey,
  redeliver,
  sendTestEvent,
  updateWebhook,
  webhooksKey,
} from '../../api/webhooks.ts'
import type { Delivery, Webhook } from '../../api/types.ts'
import { endpointName } from '../../model/webhooks.ts'
import { showErrorToast } from '../../ui/error-toast.ts'
import { showToast } from '../../ui/toast.tsx'

/** Loads everything about webhooks again. */
export const useRefreshWebhooks = (): (() => Promise<void>) => {
  const client = useQueryClient()
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: webhooksKey }),
      client.invalidateQueries({ queryKey: deliveriesKey }),
    ])
  }
}

/** What can be done with an endpoint at once. Forms have mutations of their own. */
export const useWebhookActions = (webhook: Webhook) => {
  const navigate = useNavigate()
  const refresh = useRefreshWebhooks()
  const id = webhook.webhook_id
  const name = endpointName(webhook)
  const test = useMutation({
    mutationFn: () => sendTestEvent(id),
    onSuccess: async ({ delivery_id }) => {
      await refresh()
      await navigate({
        to: '/webhooks/$webhookId',
        params: { webhookId: id },
        search: { delivery: delivery_id },
      })
    },
    onError: showErrorToast,
  })
  const setEnabled = useMutation({
    mutationFn: (enabled: boolean) => updateWebhook(id, { enabled }),
    onSuccess: async ({ enabled }) => {
      await refresh()
      showToast({ tone: 'ok', text: `${enabled ? 'Enabled' : 'Disabled'} ${name}` })
    },
    onError: showErrorToast,
  })
  const remove = useMutation({
    mutationFn: () => deleteWebhook(id),
    onSuccess: async () => {
      await navigate({ to: '/webhooks', search: {} })
      await refresh()
      showToast({ tone: 'ok', text: `Deleted ${name}` })
    },
    onError: showErrorToast,
  })
  return { test, setEnabled, remove }
}

export const useRedeliver = () => {
  const refresh = useRefreshWebhooks()
  return useMutation({
    mutationFn: (delivery: Delivery) => redeliver(delivery),
    onSuccess: async () => {
      await refresh()
      showToast({ tone: 'ok', text: 'The event is sent again, with the same id' })
    },
    onError: showErrorToast,
  })
}
