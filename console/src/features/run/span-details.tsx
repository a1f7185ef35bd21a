import { clsx } from 'clsx'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { stringifyExact } from '../../model/exact-json.ts'
import { formatDuration, formatFullUtc } from '../../model/format.ts'
import { kindOf } from '../../model/json-rows.ts'
import type { Span } from '../../model/spans.ts'
import { Segmented } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Glyph } from '../../ui/glyphs.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { LongText } from '../../ui/text.tsx'
import { SPAN_GLYPHS } from './span-looks.ts'

/** Most runs have no findings. */
const GuardrailFindingView = lazy(async () => ({
  default: (await import('./guardrail-finding.tsx')).GuardrailFindingView,
}))

/** The fields of an event that the panel shows in words, or that every event has. */
const COMMON_FIELDS = new Set([
  'seq',
  'type',
  'run_id',
  'thread_id',
  'timestamp',
  'at',
  'node_id',
  'task_id',
  'step',
  'parent',
  'call_id',
  'duration_ms',
  'first_token_ms',
  'tool_call_id',
])

/** A longer note scrolls, so that it leaves room for the rest; the keyboard has to reach it then. */
const LONG_NOTE_CHARS = 200

interface Payload {
  label: string
  value: unknown
}

const isEmpty = (value: unknown): boolean =>
  value == null ||
  value === '' ||
  (kindOf(value) === 'object' && Object.keys(value).length === 0) ||
  (Array.isArray(value) && value.length === 0)

const MAIN_FIELDS: [field: string, label: string][] = [
  ['error', 'Error'],
  ['content', 'Answer'],
  ['arguments', 'Arguments'],
  ['output', 'Output'],
  ['tool_calls', 'Tool calls'],
  ['required_action', 'Required action'],
  ['reason', 'Reason'],
  ['passed', 'Passed'],
]

const isFinding = ({ opened }: Span): boolean => opened.type === 'guardrail.triggered'

const findPayloads = (span: Span): Payload[] => {
  if (isFinding(span)) return []
  const fields: Record<string, unknown> = { ...span.opened, ...span.closed }
  const isOwn = span.closed === undefined || span.closed.type !== 'run.released'
  return isOwn
    ? MAIN_FIELDS.flatMap(([field, label]) =>
        isEmpty(fields[field]) ? [] : [{ label, value: fields[field] }],
      )
    : []
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-3">{label}</dt>
    <dd className="min-w-0">{children}</dd>
  </>
)

const describeSettings = ({ opened }: Span): string => {
  const settings = opened['settings']
  const parts =
    typeof settings === 'object' && settings !== null
      ? Object.entries(settings).map(
          ([name, value]) => `${name} ${typeof value === 'string' ? value : stringifyExact(value)}`,
        )
      : []
  const tools = Array.isArray(opened['tools']) ? opened['tools'].length : 0
  if (tools > 0) parts.push(`${String(tools)} ${tools === 1 ? 'tool' : 'tools'} offered`)
  return parts.join(' · ')
}

const PayloadView = ({ label, value }: Payload) => {
  const isText = typeof value === 'string'
  const [form, setForm] = useState<'text' | 'json'>(isText ? 'text' : 'json')
  return (
    <section>
      <div className="flex items-center gap-2 px-4 pt-2.5 pb-1.25 text-label text-ink-3">
        {label}
        <span className="ml-auto flex items-center gap-2">
          {isText && (
            <Segmented
              label={`Form of ${label}`}
              value={form}
              onChange={setForm}
              options={[
                { value: 'text', label: 'Text' },
                { value: 'json', label: 'JSON' },
              ]}
            />
          )}
          <CopyButton text={isText ? value : stringifyExact(value, 2)} />
        </span>
      </div>
      {isText && form === 'text' ? (
        <LongText
          text={value}
          className="mx-4 max-h-80 overflow-y-auto rounded-[6px] border border-line bg-surface px-2.75 py-2.25 font-mono text-small"
        />
      ) : (
        <JsonView
          value={value}
          label={label}
          className="mx-4 max-h-80 min-h-10 rounded-[6px] border border-line bg-surface px-2 py-1.5"
        />
      )}
    </section>
  )
}

const otherFields = (span: Span): Record<string, unknown> => {
  const shown = new Set([
    ...COMMON_FIELDS,
    ...MAIN_FIELDS.map(([field]) => field),
    'settings',
    'tools',
    'usage',
    'model',
  ])
  return Object.fromEntries(
    Object.entries({ ...span.opened, ...span.closed }).filter(([field]) => !shown.has(field)),
  )
}

interface SpanDetailsProps {
  span: Span
  /** The text that a model call has streamed so far. */
  streamed: string | undefined
  now: number
  nodeName: string | undefined
}

/** Everything about the selected span. */
export const SpanDetails = ({ span, streamed, now, nodeName }: SpanDetailsProps) => {
  const payloads = findPayloads(span)
  const settings = describeSettings(span)
  const others = otherFields(span)
  return (
    <div id="span-details" tabIndex={-1} className="flex min-h-0 flex-1 flex-col overflow-y-auto pb-4">
      <div className="flex h-9 flex-none items-center gap-1.75 border-b border-line px-4 font-medium">
        <Glyph name={SPAN_GLYPHS[span.kind]} size={14} />
        <h2 className="min-w-0 truncate">{span.name}</h2>
        <span className="ml-auto flex-none text-small font-normal text-ink-3">
          {[
            nodeName,
            span.attempt > 0 && span.kind !== 'attempt' ? `attempt ${String(span.attempt)}` : undefined,
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      </div>
      <dl className="grid flex-none grid-cols-[84px_1fr] gap-x-3 gap-y-0.75 px-4 pt-3 pb-1">
        <Line label={span.end === undefined ? 'Running for' : 'Took'}>
          {formatDuration((span.end ?? now) - span.start)}{' '}
          {span.firstTokenMs !== undefined && (
            <span className="text-ink-3">first token after {formatDuration(span.firstTokenMs)}</span>
          )}
        </Line>
        {span.note !== undefined && (
          <Line label={span.kind === 'llm' ? 'Tokens' : span.status === 'failed' ? 'Failed' : 'Note'}>
            <div
              {...(span.note.length > LONG_NOTE_CHARS && { tabIndex: 0 })}
              className={clsx(
                'max-h-40 overflow-y-auto wrap-anywhere whitespace-pre-wrap',
                span.status === 'failed' && 'text-fail',
              )}
            >
              {span.note}
            </div>
          </Line>
        )}
        {settings !== '' && <Line label="Settings">{settings}</Line>}
        <Line label="Started">
          <span className="text-ink-2">{formatFullUtc(span.start)}</span>
        </Line>
      </dl>
      {streamed !== undefined && <PayloadView key="streamed" label="Streaming" value={streamed} />}
      {payloads.map((payload) => (
        <PayloadView key={`${span.id}-${payload.label}`} {...payload} />
      ))}
      {isFinding(span) && (
        <Suspense fallback={null}>
          <GuardrailFindingView event={span.opened} />
        </Suspense>
      )}
      {Object.keys(others).length > 0 && span.kind !== 'attempt' && !isFinding(span) && (
        <PayloadView key={`${span.id}-others`} label="Other fields" value={others} />
      )}
    </div>
  )
}
