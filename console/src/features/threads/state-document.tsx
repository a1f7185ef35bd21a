import { clsx } from 'clsx'
import { useMemo, useState } from 'react'
import type { CheckpointNode } from '../../model/checkpoint-tree.ts'
import { plural } from '../../model/format.ts'
import { previewJson } from '../../model/json-rows.ts'
import { messageKey, messagesOf, type ChatMessage } from '../../model/messages.ts'
import { countSigns, diffFields, isEqual, SIGN_WORDS, type Sign } from '../../model/state-diff.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/field.tsx'
import { Glyph, type GlyphName } from '../../ui/glyphs.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { SIGN_COLORS, StateDiffView } from '../../ui/state-diff-view.tsx'
import { LongText } from '../../ui/text.tsx'
import { isRecord } from '../../model/is-record.ts'

const GLYPHS: Record<ChatMessage['kind'], GlyphName> = {
  user: 'person',
  assistant: 'llm',
  tool: 'tool',
  system: 'node',
  other: 'node',
}
const WORDS: Record<ChatMessage['kind'], string> = {
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool',
  system: 'System',
  other: 'Message',
}
const ROW_COLORS: Record<Sign, string> = {
  '+': 'bg-ok-soft',
  '~': 'bg-run-soft',
  '−': 'bg-fail-soft',
  '=': '',
}
/** Unchanged messages that are shown before the first one that differs, or at the end if none does. */
const CONTEXT_MESSAGES = 3
const LAST_MESSAGES = 8

const countHidden = (messages: MarkedMessage[], showSigns: boolean): number => {
  const first = showSigns ? messages.findIndex(({ sign }) => sign !== '=') : -1
  return Math.max(0, first === -1 ? messages.length - LAST_MESSAGES : first - CONTEXT_MESSAGES)
}

interface MarkedMessage {
  key: string
  message: ChatMessage
  sign: Sign
}

const compareMessages = (before: ChatMessage[], after: ChatMessage[]): MarkedMessage[] => {
  const old = new Map(before.map((message, index) => [messageKey(message, index), message]))
  const marked = after.map((message, index): MarkedMessage => {
    const key = messageKey(message, index)
    const earlier = old.get(key)
    old.delete(key)
    return {
      key,
      message,
      sign: earlier === undefined ? '+' : isEqual(earlier.source, message.source) ? '=' : '~',
    }
  })
  return [...marked, ...[...old].map(([key, message]): MarkedMessage => ({ key, message, sign: '−' }))]
}

const MessageLine = ({
  marked: { message, sign },
  showSigns,
}: {
  marked: MarkedMessage
  showSigns: boolean
}) => (
  <li
    className={clsx(
      'grid grid-cols-[16px_88px_minmax(0,1fr)] gap-x-2 px-5 py-1',
      showSigns && ROW_COLORS[sign],
    )}
  >
    <span className={clsx('font-mono text-small leading-5 font-semibold', SIGN_COLORS[sign])}>
      {showSigns && sign !== '=' && (
        <>
          <span aria-hidden="true">{sign}</span>
          <span className="sr-only">{SIGN_WORDS[sign]}</span>
        </>
      )}
    </span>
    <span className="flex h-5 items-center gap-1.75 text-compact text-ink-2">
      <Glyph name={GLYPHS[message.kind]} {...(message.kind === 'user' && { className: 'text-ink-2' })} />
      {WORDS[message.kind]}
    </span>
    <div className="min-w-0">
      {message.kind === 'tool' && message.name !== undefined && (
        <b className="font-medium">{message.name} </b>
      )}
      {message.text !== '' && (
        <LongText
          text={message.text}
          className={clsx('line-clamp-6', message.kind === 'tool' && 'text-compact text-ink-2')}
        />
      )}
      {message.toolCalls.map((call, index) => (
        <p key={call.id ?? index}>
          Calls <b className="font-medium">{call.name}</b>{' '}
          <span className="font-mono text-small">{previewJson(call.args, 120)}</span>
        </p>
      ))}
      {message.otherParts.length > 0 && (
        <span className="text-small text-ink-3">
          {plural(message.otherParts.length, 'part')} that is not text
        </span>
      )}
    </div>
  </li>
)

interface MessagesProps {
  messages: MarkedMessage[]
  showSigns: boolean
  onShowJson: () => void
}

const Messages = ({ messages, showSigns, onShowJson }: MessagesProps) => {
  const [showAll, setShowAll] = useState(false)
  const added = messages.filter(({ sign }) => sign === '+').length
  const hidden = showAll ? 0 : countHidden(messages, showSigns)
  return (
    <section aria-label="Messages" className="flex-none border-b border-line pb-2">
      <div className="flex items-center gap-2 px-5 pt-2.5 pb-1">
        <h3 className="font-medium">messages</h3>
        <span className="text-small text-ink-3">
          {showSigns
            ? `${String(messages.length - added)} before, ${String(added)} added`
            : plural(messages.length, 'message')}
        </span>
        <Button variant="link" className="ml-auto" onClick={onShowJson}>
          As JSON
        </Button>
      </div>
      {hidden > 0 && (
        <Button variant="link" className="ml-5" onClick={() => setShowAll(true)}>
          {plural(hidden, 'earlier message')}
        </Button>
      )}
      <ol>
        {messages.slice(hidden).map((marked) => (
          <MessageLine key={`${marked.sign}${marked.key}`} marked={marked} showSigns={showSigns} />
        ))}
      </ol>
    </section>
  )
}

const withoutMessages = (values: unknown): unknown => {
  if (!isRecord(values)) return values
  const { messages: _messages, ...others } = values
  return others
}

interface StateDocumentProps {
  node: CheckpointNode
  /** What it is compared with: the parent, or another checkpoint. */
  against: CheckpointNode | undefined
  view: 'document' | 'json'
  showDifference: boolean
  onShowDifference: (shown: boolean) => void
  onShowJson: () => void
}

export const StateDocument = ({
  node,
  against,
  view,
  showDifference,
  onShowDifference,
  onShowJson,
}: StateDocumentProps) => {
  const { values } = node.state
  const before = against?.state.values
  const fields = useMemo(() => diffFields(before ?? {}, values ?? {}), [before, values])
  const counts = countSigns(fields)
  const messages = useMemo(() => compareMessages(messagesOf(before), messagesOf(values)), [before, values])
  const others = useMemo(
    () =>
      diffFields(
        showDifference ? withoutMessages(before ?? {}) : withoutMessages(values),
        withoutMessages(values ?? {}),
      ),
    [before, values, showDifference],
  )
  if (view === 'json')
    return <JsonView value={values} label="State as JSON" depth={2} className="min-h-0 flex-1 px-5 py-3" />
  const differing = others.filter(({ sign }) => sign !== '=').length
  return (
    <>
      <div className="flex min-h-9 flex-none flex-wrap items-center gap-x-4 gap-y-0.5 border-b border-line px-5 py-0.5 text-small text-ink-2">
        <Switch
          label={
            against === undefined
              ? 'Difference; this is the first checkpoint'
              : `Difference from checkpoint ${String(against.number)}`
          }
          checked={showDifference}
          onChange={onShowDifference}
        />
        {showDifference && (
          <span className="flex flex-none gap-3.5 md:ml-auto">
            {(['+', '~', '−', '='] as const)
              .filter((sign) => counts[sign] > 0)
              .map((sign) => (
                <span key={sign} className="whitespace-nowrap">
                  <b className={clsx('font-mono', SIGN_COLORS[sign])}>{sign}</b> {counts[sign]}{' '}
                  {SIGN_WORDS[sign]}
                </span>
              ))}
          </span>
        )}
      </div>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {messages.length > 0 && (
          <Messages messages={messages} showSigns={showDifference} onShowJson={onShowJson} />
        )}
        <div className="flex flex-none items-center gap-2 px-5 pt-2.5 pb-1">
          <h3 className="font-medium">{messages.length > 0 ? 'Other keys' : 'Keys'}</h3>
          <span className="text-small text-ink-3">
            {others.length}
            {showDifference && `, of which ${String(differing)} differ`}
          </span>
        </div>
        {others.length === 0 ? (
          <p className="px-5 pb-3 text-ink-3">
            {messages.length > 0 ? 'The state has no other keys.' : 'The state is empty here.'}
          </p>
        ) : (
          <StateDiffView
            nodes={others}
            label={
              against === undefined
                ? 'Keys of the state'
                : `Keys of the state, compared with checkpoint ${String(against.number)}`
            }
            changedOnly={false}
            {...(!showDifference && { note: () => '' })}
            look={showDifference ? 'marked' : 'tinted'}
            className="min-h-60 flex-1 pb-3"
          />
        )}
      </div>
    </>
  )
}
