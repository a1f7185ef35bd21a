import { describeError } from '../../api/errors.ts'
import type { LangGraphRun } from '../../api/dialect.ts'
import type { LiveError } from '../../model/live-run.ts'
import { messagesOf } from '../../model/messages.ts'
import { previewJson } from '../../model/json-rows.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { StatusGlyph } from '../../ui/status.tsx'
import { LongText } from '../../ui/text.tsx'
import { Turn } from './turn.tsx'
import { isRecord } from '../../model/is-record.ts'

/** What can be done about each code of a failed run. */
const ADVICE: Record<string, string> = {
  model_not_configured:
    'Set the key of the model provider and restart the service, or choose another model in Configuration.',
  model_unavailable:
    'Check that the model endpoint is running and that its address is right, then run it again.',
  model_auth_failed: 'Correct the key of the model provider and restart the service.',
  model_not_found: 'Choose a model that the endpoint serves in Configuration.',
  model_rate_limited: 'Wait and run it again, or raise the limit with the provider.',
  recursion_limit_exceeded:
    'The graph made too many steps. Check its loop, or raise recursion_limit in Configuration.',
  timeout: 'Run it again; if it happens often, raise the timeout of the node or of the run.',
  guardrail_blocked:
    'A guardrail blocked this run. Change the message; the decisions of guardrails name the reason.',
  guardrails_invalid: 'The assistant names a guardrail that does not exist. Correct its configuration.',
  secret_unavailable:
    'A secret that the assistant refers to does not exist or cannot be read. Store it again.',
  action_expired: 'Nobody decided in time. Run it again to ask once more.',
  assistant_not_found: 'The assistant was deleted. Choose another one.',
  max_attempts_exceeded:
    'The service was lost several times while this run was active. Its log has the cause.',
}

const adviceFor = ({ name }: LiveError): string =>
  ADVICE[name] ?? 'Run it again from the last step, or change the message and fork.'

interface RunErrorTurnProps {
  error: LiveError
  /** The node that failed, if it is known. */
  node: string | undefined
  onRetry: (() => void) | undefined
}

export const RunErrorTurn = ({ error, node, onRetry }: RunErrorTurnProps) => (
  <Turn
    glyph={<StatusGlyph status="failed" />}
    name={node ?? 'Failed'}
    notes={node === undefined ? [] : ['failed']}
  >
    <div role="alert" className="rounded-[6px] bg-fail-soft px-3 py-2 text-fail">
      <div className="font-medium">{error.name}</div>
      <LongText text={error.message} className="text-ink" />
      <p className="mt-1 text-ink-2">{adviceFor(error)}</p>
      {onRetry !== undefined && (
        <Button size="small" icon="retry" className="mt-2" onClick={onRetry}>
          Run again
        </Button>
      )}
    </div>
  </Turn>
)

/** A run that a person cancelled keeps what its finished nodes stored. */
export const CancelledTurn = ({ onContinue }: { onContinue: (() => void) | undefined }) => (
  <Turn glyph={<StatusGlyph status="cancelled" />} name="Cancelled">
    <div className="flex flex-wrap items-center gap-2.5 text-ink-2">
      The run was cancelled. Finished steps are stored; the node that was running starts again if you
      continue.
      {onContinue !== undefined && (
        <Button size="small" icon="play" onClick={onContinue}>
          Continue
        </Button>
      )}
    </div>
  </Turn>
)

/** The graph or a breakpoint pauses the run before or after a node. */
export const PausedTurn = ({
  next,
  onContinue,
}: {
  next: string[]
  onContinue: (() => void) | undefined
}) => (
  <Turn glyph={<StatusGlyph status="requires_action" />} name="Paused">
    <div className="flex flex-wrap items-center gap-2.5 text-ink-2">
      The run is paused; {next.join(', ')} {next.length === 1 ? 'comes' : 'come'} next. Look at the state,
      edit it if needed, and continue.
      {onContinue !== undefined && (
        <Button size="small" variant="primary" icon="play" onClick={onContinue}>
          Continue
        </Button>
      )}
    </div>
  </Turn>
)

export const RequestErrorNotice = ({ error, onDismiss }: { error: unknown; onDismiss: () => void }) => {
  const { title, advice } = describeError(error)
  return (
    <div
      role="alert"
      className="flex flex-none items-start gap-2 border-t border-line bg-fail-soft px-5 py-2 text-fail"
    >
      <Icon name="warning" className="mt-0.5" />
      <span className="min-w-0 flex-1">
        <span className="font-medium">{title}.</span> {advice}
      </span>
      <Button variant="link" onClick={onDismiss}>
        Dismiss
      </Button>
    </div>
  )
}

export const ReconnectNotice = () => (
  <div
    role="status"
    className="flex flex-none items-center gap-2 border-t border-line bg-wait-soft px-5 py-1.75 text-wait"
  >
    <StatusGlyph status="in_progress" />
    Connection lost. The run continues on the service; this page joins it again as soon as it responds.
  </div>
)

const inputText = ({ kwargs }: LangGraphRun): string => {
  const { input } = kwargs
  const list = isRecord(input)
    ? messagesOf({ messages: Array.isArray(input['messages']) ? input['messages'] : [] })
    : []
  return list.at(-1)?.text ?? previewJson(input ?? null, 80)
}

/** Runs that wait until the active one has ended. */
export const QueuedNotice = ({
  runs,
  onCancel,
}: {
  runs: LangGraphRun[]
  onCancel: (run: LangGraphRun) => void
}) => (
  <ul aria-label="Waiting in line" className="flex-none border-t border-line px-5 py-1.5">
    {runs.toReversed().map((run) => (
      <li key={run.run_id} className="flex min-w-0 items-center gap-2 py-0.5 text-ink-2">
        <StatusGlyph status="queued" />
        <span className="flex-none text-small text-ink-3">Sent next</span>
        <span className="min-w-0 truncate">{inputText(run)}</span>
        <Button variant="link" className="ml-auto" onClick={() => onCancel(run)}>
          Take back
        </Button>
      </li>
    ))}
  </ul>
)
