import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { threadMessagesQuery } from '../../api/inbox.ts'
import { lastRunQuery, nextNodesQuery } from '../../api/waiting-threads.ts'
import { plural } from '../../model/format.ts'
import type { InboxItem } from '../../model/inbox.ts'
import { previewJson } from '../../model/json-rows.ts'
import type { Question } from '../../model/question.ts'
import { Glyph } from '../../ui/glyphs.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { ErrorLine } from '../../ui/states.tsx'
import { LongText } from '../../ui/text.tsx'
import { Time } from '../../ui/time.tsx'
import { EarlierDecisions } from './earlier-decisions.tsx'
import { Panel } from './panel.tsx'
import { isRecord } from '../../model/is-record.ts'

const describeQuestions = (questions: Question[]): string => {
  if (questions[0]?.protocol === 'breakpoint') return 'nothing; it is paused'
  return questions.length === 1 ? 'one question' : plural(questions.length, 'question')
}

const WhyItStopped = ({ item }: { item: InboxItem }) => {
  const { run, questions, following } = item
  const [question] = questions
  // The interrupts of a thread do not name their nodes.
  const { data: next = [] } = useQuery({
    ...nextNodesQuery(item.threadId, item.waitingSince),
    enabled: run === undefined,
  })
  const node = question?.node ?? (next.length > 0 ? next.join(', ') : undefined)
  return (
    <Panel id="why" title="Why it stopped" note={<Time value={item.waitingSince} />}>
      <dl className="grid grid-cols-[84px_1fr] gap-x-2 gap-y-2 px-5 py-3 [&_dt]:text-ink-3">
        {question?.guardrail !== undefined && (
          <>
            <dt>Guardrail</dt>
            <dd>
              <span className="inline-flex items-center gap-1.5">
                <Glyph name="guardrail" /> {question.guardrail.name}
              </span>
              <span className="block text-small text-ink-2">{question.guardrail.reason}</span>
            </dd>
          </>
        )}
        {node !== undefined && (
          <>
            <dt>{question?.protocol === 'breakpoint' ? 'Next' : 'Node'}</dt>
            <dd className="font-mono text-small leading-5">{node}</dd>
          </>
        )}
        <dt>Asks</dt>
        <dd>{describeQuestions(questions)}</dd>
        {following > 0 && (
          <>
            <dt>After it</dt>
            <dd>{plural(following, 'more review')} of the same run</dd>
          </>
        )}
        {run?.action_expires_at != null && (
          <>
            <dt>No reply</dt>
            <dd>
              Fails <Time value={run.action_expires_at} />
              <span className="block text-small text-ink-2">with the error action_expired</span>
            </dd>
          </>
        )}
        {run !== undefined && run.attempt > 1 && (
          <>
            <dt>Attempts</dt>
            <dd>{run.attempt}</dd>
          </>
        )}
      </dl>
    </Panel>
  )
}

const EFFECTS: Record<string, [string, string][]> = {
  agent_inbox: [
    ['Approve', 'Calls the tool with what is on the screen'],
    ['Respond', 'Sends your words back, calls nothing'],
    ['Reject', 'Ignores the request; the graph decides how to continue'],
  ],
  middleware: [
    ['Approve', 'Calls the tool with what is on the screen'],
    ['Respond', 'Sends your words back as the result'],
    ['Reject', 'Calls nothing; the agent gets the reason'],
  ],
  review_tool: [
    ['Approve', 'Calls the tool with what is on the screen'],
    ['Reject', 'Calls nothing; the model gets the refusal'],
  ],
  review_output: [
    ['Approve', 'Returns the text that is on the screen'],
    ['Reject', 'The run fails with guardrail_blocked'],
  ],
  human_node: [['Send', 'The run continues with the reply; an invalid reply is asked for again']],
  breakpoint: [['Continue', 'Another run continues the thread with its current state']],
  tool_outputs: [['Send', 'The run continues with the outputs']],
  unknown: [['Send', 'The run continues with exactly this value']],
}

const WhatEachDoes = ({ item }: { item: InboxItem }) => {
  const [question] = item.questions
  if (question === undefined) return null
  const key =
    question.protocol === 'review'
      ? question.tool === undefined
        ? 'review_output'
        : 'review_tool'
      : question.protocol
  const effects = (EFFECTS[key] ?? []).filter(([word]) => {
    const decision = word === 'Respond' ? 'respond' : word === 'Reject' ? 'reject' : undefined
    return decision === undefined || item.questions.some(({ decisions }) => decisions.includes(decision))
  })
  return (
    <Panel id="effects" title="What each reply does">
      <dl className="grid grid-cols-[84px_1fr] gap-x-2 gap-y-1.5 px-5 py-3">
        {effects.map(([word, effect]) => (
          <div key={word} className="contents">
            <dt className="font-medium">{word}</dt>
            <dd className="text-ink-2">{effect}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

/** The run of a thread has ended; its input is loaded for the item that is open. */
const RunInput = ({ item: { run, threadId, waitingSince } }: { item: InboxItem }) => {
  const { data: last } = useQuery({ ...lastRunQuery(threadId, waitingSince), enabled: run === undefined })
  if (run === undefined && last == null) return null
  const input = run === undefined ? last?.kwargs['input'] : run.input
  return (
    <Panel
      id="input"
      title="Input of the run"
      note={
        last != null && (
          <Link
            to="/runs/$runId"
            params={{ runId: last.run_id }}
            className="text-accent underline underline-offset-3"
          >
            Open the run
          </Link>
        )
      }
    >
      <JsonView value={input} label="Input as JSON" depth={2} className="max-h-80 px-4 py-3" />
    </Panel>
  )
}

/** What a person needs to know before a decision. */
export const ItemContext = ({ item }: { item: InboxItem }) => (
  <>
    <WhyItStopped item={item} />
    <WhatEachDoes item={item} />
    <EarlierDecisions item={item} />
    <RunInput item={item} />
  </>
)

const SHOWN_MESSAGES = 6
const ROLES: Record<string, string> = { user: 'User', assistant: 'Agent', tool: 'Tool', system: 'System' }

/** A message without text only calls tools. */
const textOf = (content: unknown, metadata: Record<string, unknown>): string => {
  if (content !== '') return typeof content === 'string' ? content : JSON.stringify(content)
  const calls = Array.isArray(metadata['tool_calls']) ? metadata['tool_calls'].filter(isRecord) : []
  return calls
    .map((call) => `Calls ${String(call['name'])} ${previewJson(call['arguments'], 120)}`)
    .join('\n')
}

export const Conversation = ({ item }: { item: InboxItem }) => {
  const thread_id = item.threadId
  const { data, error } = useQuery(threadMessagesQuery(thread_id))
  if (error !== null) return <ErrorLine error={error} />
  const messages = data?.data ?? []
  if (messages.length === 0) return null
  // The service lists the newest message first.
  const shown = messages.slice(0, SHOWN_MESSAGES).toReversed()
  return (
    <Panel
      id="conversation"
      title="Conversation"
      note={
        <>
          {data?.has_more === true
            ? `the latest ${String(shown.length)}`
            : `${String(shown.length)} of ${plural(messages.length, 'message')}`}
          {' · '}
          <Link
            to="/threads/$threadId"
            params={{ threadId: thread_id }}
            className="text-accent underline underline-offset-3"
          >
            Open thread
          </Link>
        </>
      }
    >
      <ol className="grid gap-3 bg-surface px-5 py-4">
        {shown.map(({ message_id, role, content, metadata, created_at }) => (
          <li key={message_id} className="grid grid-cols-[88px_1fr] gap-x-2 max-md:grid-cols-1">
            <div className="text-ink-2">
              <div className="font-medium">{ROLES[role] ?? role}</div>
              <Time value={created_at} className="text-small text-ink-3" />
            </div>
            <LongText text={textOf(content, metadata)} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}
