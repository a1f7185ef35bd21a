import { useState } from 'react'
import type { Interrupt } from '../../api/dialect.ts'
import { stringifyExact } from '../../model/exact-json.ts'
import { kindOf, previewJson } from '../../model/json-rows.ts'
import { isRecord } from '../../model/messages.ts'
import {
  parseResponse,
  readInterrupt,
  toResumeValue,
  type Decision,
  type DecisionKind,
  type InterruptView,
} from '../../model/interrupts.ts'
import { Button, Kbd } from '../../ui/button.tsx'
import { CodeEditor } from '../../ui/code-editor.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { StatusPill } from '../../ui/status.tsx'

const KEYS: Record<DecisionKind, string> = { approve: 'a', edit: 'e', respond: 'r', reject: 'x' }
const WORDS: Record<DecisionKind, string> = {
  approve: 'Approve',
  edit: 'Edit',
  respond: 'Respond',
  reject: 'Reject',
}

/** Short values stand side by side; anything larger is shown as JSON. */
const Arguments = ({ args, label }: { args: unknown; label: string }) => {
  const entries = isRecord(args) ? Object.entries(args) : []
  const isShort =
    entries.length > 0 &&
    entries.length <= 8 &&
    entries.every(([, value]) => !['object', 'array'].includes(kindOf(value)) && String(value).length <= 120)
  if (!isShort) return <JsonView value={args} label={label} className="max-h-60 px-3 pb-2" />
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 px-3 pb-2">
      {entries.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-label text-ink-3">{name}</dt>
          <dd className="font-mono text-small">{previewJson(value, 130)}</dd>
        </div>
      ))}
    </dl>
  )
}

interface EntryFormProps {
  view: InterruptView
  kind: Exclude<DecisionKind, 'approve'>
  busy: boolean
  onCancel: () => void
  onDecide: (decision: Decision) => void
}

const EntryForm = ({ view, kind, busy, onCancel, onDecide }: EntryFormProps) => {
  const [text, setText] = useState(() =>
    kind === 'edit' ? stringifyExact(view.actions[0]?.args ?? {}, 2) : '',
  )
  const parsed = kind === 'edit' ? parseJson(text) : { value: parseResponse(text), problem: undefined }
  const problem =
    parsed.problem ?? (kind === 'respond' && text.trim() === '' ? 'Enter what to send to the run' : undefined)
  const send = (): void => {
    if (problem !== undefined) return
    if (kind === 'edit') onDecide({ kind, args: parsed.value })
    else if (kind === 'reject') onDecide({ kind, reason: text.trim() })
    else
      onDecide({
        kind,
        value: view.shape === 'unknown' || view.shape === 'human_input' ? parsed.value : text,
      })
  }
  return (
    <div className="border-t border-line px-3 py-2.5">
      {kind === 'edit' ? (
        <CodeEditor
          label="Arguments as JSON"
          value={text}
          onChange={setText}
          invalid={problem !== undefined}
          className="max-h-70"
        />
      ) : (
        <Field
          label={kind === 'reject' ? 'Reason, if there is one' : 'Response'}
          hint={
            kind === 'respond' && view.shape === 'unknown'
              ? 'JSON is sent as that value, anything else as text.'
              : undefined
          }
        >
          {(ids) => (
            <TextArea
              {...ids}
              autoFocus
              rows={2}
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send()
              }}
            />
          )}
        </Field>
      )}
      <div className="mt-2 flex items-center gap-1.5">
        <Button size="small" variant="primary" busy={busy} reason={problem} onClick={send}>
          {kind === 'edit' ? 'Approve as edited' : kind === 'reject' ? 'Reject' : 'Send response'}
        </Button>
        <Button size="small" onClick={onCancel}>
          Go back
        </Button>
        {problem !== undefined && kind === 'edit' && <span className="text-small text-fail">{problem}</span>}
      </div>
    </div>
  )
}

const parseJson = (text: string): { value: unknown; problem: string | undefined } => {
  try {
    return { value: JSON.parse(text), problem: undefined }
  } catch {
    return { value: undefined, problem: 'The arguments are not valid JSON' }
  }
}

interface InterruptCardProps {
  interrupt: Interrupt
  /** The keys a, e, r and x act on the first interrupt only. */
  hasKeys: boolean
  /** Why nothing can be decided now. */
  blocked: string | undefined
  busy: boolean
  onResume: (value: unknown) => void
}

export const InterruptCard = ({ interrupt, hasKeys, blocked, busy, onResume }: InterruptCardProps) => {
  const [entering, setEntering] = useState<Exclude<DecisionKind, 'approve'>>()
  const view = readInterrupt(interrupt.value)
  const decide = (decision: Decision): void => onResume(toResumeValue(view, decision))
  const choose = (kind: DecisionKind): void => {
    if (blocked !== undefined || busy || !view.allowed.includes(kind)) return
    if (kind === 'approve') decide({ kind })
    else setEntering(kind)
  }
  useShortcuts(
    'Needs a person',
    hasKeys
      ? view.allowed.map((kind) => ({ keys: [KEYS[kind]], label: WORDS[kind], run: () => choose(kind) }))
      : [],
  )
  return (
    <section
      aria-label="Needs a person"
      className="rounded-[6px] border border-l-3 border-line-2 border-l-thread"
    >
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-3 pt-2 pb-1.5">
        <StatusPill status="requires_action" />
        <h3 className="min-w-0 font-semibold">{view.title}</h3>
        <span className="ml-auto text-small text-ink-3">
          {view.actions.map(({ name }) => name).join(', ')}
        </span>
      </header>
      {view.description !== undefined && (
        <p className="px-3 pb-2 whitespace-pre-wrap text-ink-2">{view.description}</p>
      )}
      {view.actions.map((action, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the actions of an interrupt never change
        <Arguments key={index} args={action.args} label={`Arguments of ${action.name}`} />
      ))}
      {view.actions.length === 0 && view.shape === 'unknown' && typeof view.value !== 'string' && (
        <JsonView value={view.value} label="What the run asks for" className="max-h-60 px-3 pb-2" />
      )}
      {blocked !== undefined ? (
        <p className="border-t border-line px-3 py-1.75 text-small text-ink-3">{blocked}</p>
      ) : entering !== undefined ? (
        <EntryForm
          view={view}
          kind={entering}
          busy={busy}
          onCancel={() => setEntering(undefined)}
          onDecide={decide}
        />
      ) : (
        <footer className="flex flex-wrap items-center gap-1.5 border-t border-line px-3 py-1.75">
          {view.options.map((option) => (
            <Button
              key={option}
              size="small"
              busy={busy}
              onClick={() => decide({ kind: 'respond', value: option })}
            >
              {option}
            </Button>
          ))}
          {view.allowed.map((kind, index) => (
            <Button
              key={kind}
              size="small"
              variant={index === 0 && view.options.length === 0 ? 'primary' : 'default'}
              busy={busy}
              onClick={() => choose(kind)}
            >
              {WORDS[kind]}
              {hasKeys && <Kbd>{KEYS[kind].toUpperCase()}</Kbd>}
            </Button>
          ))}
        </footer>
      )}
    </section>
  )
}
