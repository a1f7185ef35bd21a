import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useScope } from '../../api/session.ts'
import type { Webhook } from '../../api/types.ts'
import { useLiveRefresh } from '../../api/use-live-refresh.ts'
import {
  deliveriesKey,
  runWebhooksQuery,
  webhookFiguresQuery,
  webhooksQuery,
  type WebhookWithSecret,
} from '../../api/webhooks.ts'
import { plural } from '../../model/format.ts'
import { mergeSearch } from '../../model/search.ts'
import { endpointName, endpointState, summarizeStates } from '../../model/webhooks.ts'
import { Button } from '../../ui/button.tsx'
import { ScreenHeading, useScreen } from '../../ui/screen.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { useNow } from '../../ui/time.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { DeliveryPanel } from './delivery-panel.tsx'
import { EndpointDialog } from './endpoint-dialog.tsx'
import { EndpointList } from './endpoint-list.tsx'
import { EndpointView } from './endpoint-view.tsx'
import { SecretDialog } from './secret-dialogs.tsx'

const PACE = { everyMs: 15_000, burst: 4 }

const useWebhookData = (webhookId: string | undefined) => {
  const registered = useQuery(webhooksQuery)
  const ofRuns = useQuery(runWebhooksQuery)
  const { data: figures } = useQuery(webhookFiguresQuery)
  // `/runs` shows the deliveries of a run by its own query.
  useLiveRefresh(
    [webhooksQuery.queryKey, [...deliveriesKey, 'list'], [...deliveriesKey, 'one']],
    ['deliveries'],
    PACE,
  )
  const figuresById = useMemo(() => new Map(figures?.map((one) => [one.webhook_id, one])), [figures])
  const webhooks = registered.data ?? []
  const runWebhooks = ofRuns.data ?? []
  const webhook = [...webhooks, ...runWebhooks].find((one) => one.webhook_id === webhookId)
  return { registered, ofRuns, webhooks, runWebhooks, figuresById, webhook }
}

const NoEndpoints = ({ onCreate }: { onCreate: (() => void) | undefined }) => (
  <EmptyState
    icon="webhook"
    title="No endpoints yet"
    actions={
      onCreate !== undefined && (
        <Button variant="primary" onClick={onCreate}>
          New endpoint
        </Button>
      )
    }
  >
    <p>
      An endpoint is an address that receives events: a run completed or failed, somebody is needed, an
      evaluation ended. Each request is signed, repeated until it succeeds, and listed here with its response.
    </p>
    {onCreate === undefined && <p>A key with the scope admin can create one.</p>}
  </EmptyState>
)

const Summary = ({
  webhooks,
  figures,
}: {
  webhooks: Webhook[]
  figures: ReturnType<typeof useWebhookData>['figuresById']
}) => {
  const now = useNow()
  const states = webhooks.map((webhook) =>
    endpointState(webhook, figures.get(webhook.webhook_id)?.last_error, now),
  )
  const all = [...figures.values()]
  const total = all.reduce((sum, { delivered, failed, pending }) => sum + delivered + failed + pending, 0)
  return (
    <span className="text-ink-3">
      {plural(webhooks.length, 'endpoint')}
      {webhooks.length > 0 && `: ${summarizeStates(states)}`}
      {total > 0 && ` · ${plural(total, 'delivery', 'deliveries')} in 24 h`}
    </span>
  )
}

export const WebhooksScreen = () => {
  const { webhookId } = useParams({ strict: false })
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const canCreate = useScope('admin')
  const [isCreating, setIsCreating] = useState(false)
  const [secret, setSecret] = useState<WebhookWithSecret>()
  const { registered, ofRuns, webhooks, runWebhooks, figuresById, webhook } = useWebhookData(webhookId)
  const title = webhook === undefined ? 'Webhooks' : endpointName(webhook)
  useScreen(
    title,
    webhookId === undefined
      ? [{ label: 'Webhooks' }]
      : [{ label: 'Webhooks', to: '/webhooks' }, { label: title }],
  )
  const setSearch = (change: Record<string, string | undefined>): void =>
    void navigate({
      to: '.',
      search: (old: Record<string, string | undefined>) => mergeSearch(old, change),
      replace: true,
    })
  const delivery = search['delivery']
  const deliveryEndpoint = webhookId ?? search['endpoint']
  const isMissing =
    webhookId !== undefined && webhook === undefined && !registered.isPending && !ofRuns.isPending
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-5 pt-3 pb-2.5">
        <ScreenHeading>Webhooks</ScreenHeading>
        {registered.data !== undefined && <Summary webhooks={webhooks} figures={figuresById} />}
        {canCreate && webhooks.length > 0 && (
          <Button variant="primary" className="ml-auto" onClick={() => setIsCreating(true)}>
            New endpoint
          </Button>
        )}
      </div>
      {registered.error !== null && registered.data === undefined ? (
        <ErrorState error={registered.error} onRetry={() => void registered.refetch()} />
      ) : registered.isPending ? (
        <Loading label="Loading webhooks" />
      ) : webhooks.length === 0 && runWebhooks.length === 0 ? (
        <NoEndpoints onCreate={canCreate ? () => setIsCreating(true) : undefined} />
      ) : (
        <div className="grid min-h-0 flex-1 grid-cols-[336px_1fr] max-lg:grid-cols-1 max-lg:grid-rows-[auto_1fr]">
          <EndpointList
            webhooks={webhooks}
            runWebhooks={runWebhooks}
            figures={figuresById}
            selected={webhookId}
            className={
              webhookId === undefined
                ? 'border-r border-line max-lg:max-h-72 max-lg:border-b'
                : 'border-r border-line max-lg:hidden'
            }
          />
          <div className="flex min-h-0 min-w-0 flex-col max-lg:overflow-y-auto">
            {isMissing ? (
              <EmptyState
                icon="webhook"
                title="This endpoint does not exist"
                actions={
                  <Link to="/webhooks" search={{}} className="text-accent hover:underline">
                    All endpoints
                  </Link>
                }
              >
                <p>It may have been deleted, or it belongs to another tenant.</p>
              </EmptyState>
            ) : (
              <>
                {webhook === undefined ? (
                  <h2 className="flex-none px-5 pt-3 text-title font-semibold">
                    Deliveries of all endpoints
                  </h2>
                ) : (
                  <EndpointView webhook={webhook} figures={figuresById.get(webhook.webhook_id)} />
                )}
                <DeliveryLog
                  webhookId={webhookId}
                  webhooks={webhooks}
                  search={search}
                  setSearch={setSearch}
                  selected={delivery}
                  onOpen={({ delivery_id, webhook_id }) =>
                    setSearch({ delivery: delivery_id, endpoint: webhook_id })
                  }
                />
                {delivery !== undefined && deliveryEndpoint !== undefined && (
                  <DeliveryPanel
                    key={delivery}
                    webhookId={deliveryEndpoint}
                    deliveryId={delivery}
                    onClose={() => setSearch({ delivery: undefined, endpoint: undefined })}
                  />
                )}
              </>
            )}
          </div>
        </div>
      )}
      {isCreating && (
        <EndpointDialog
          onClose={() => setIsCreating(false)}
          onSaved={(saved) => {
            setIsCreating(false)
            if ('warnings' in saved) setSecret(saved)
          }}
        />
      )}
      {/* The other route would mount the screen again, so it is opened after the secret was read. */}
      {secret !== undefined && (
        <SecretDialog
          webhook={secret}
          onClose={() => {
            setSecret(undefined)
            void navigate({
              to: '/webhooks/$webhookId',
              params: { webhookId: secret.webhook_id },
              search: {},
            })
          }}
        />
      )}
    </div>
  )
}
