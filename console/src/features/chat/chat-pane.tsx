import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RunRequest } from '../../api/dialect.ts'
import { runQuery } from '../../api/runs.ts'
import type { Assistant } from '../../api/types.ts'
import { activeNodes } from '../../model/live-run.ts'
import { newestCheckpoint, newestLeaf } from '../../model/checkpoint-tree.ts'
import type { InputDraft, InputForm, InputMode } from '../../model/input-form.ts'
import type { Overrides } from '../../model/overrides.ts'
import { outputSchemasOf } from '../../model/tool-outputs.ts'
import type { MessageItem } from '../../model/transcript.ts'
import { Composer, EMPTY_DRAFT } from './composer.tsx'
import { Conversation, useEntries } from './conversation.tsx'
import { NewConversation } from './new-conversation.tsx'
import {
  CancelledTurn,
  PausedTurn,
  QueuedNotice,
  ReconnectNotice,
  RequestErrorNotice,
  RunErrorTurn,
} from './notices.tsx'
import { SidePanel } from './side-panel.tsx'
import type { Chat } from './use-chat.ts'
import { isWaiting, useReply } from './use-reply.ts'
import { useSending } from './use-sending.ts'

export interface ChatPaneProps {
  threadId: string | undefined
  chat: Chat
  assistant: Assistant
  input: InputForm
  /** True until the input schema is known. */
  isInputPending: boolean
  /** The configuration and the breakpoints of the next runs. */
  overrides: Overrides & Pick<RunRequest, 'interrupt_before' | 'interrupt_after'>
  overrideProblem: string | undefined
  canWrite: boolean
  checkpoint: string | undefined
  inputMode: string | undefined
  setSearch: (change: Record<string, string | undefined>) => void
}

export const ChatPane = (props: ChatPaneProps) => {
  const { threadId, chat, assistant, input, checkpoint, canWrite } = props
  const { tree, active, runs } = chat
  const newest = newestCheckpoint(tree)
  const leaf = checkpoint !== undefined && tree.byId.has(checkpoint) ? checkpoint : newest
  const { path, entries } = useEntries(chat, leaf)
  const [draft, setDraft] = useState<InputDraft>(EMPTY_DRAFT)
  const [editing, setEditing] = useState<MessageItem>()
  const isNewest = leaf === newest
  const mode: InputMode =
    props.inputMode === 'json' ||
    (props.inputMode !== 'form' && !input.hasMessages && input.form.fields.length === 0)
      ? 'json'
      : 'form'
  const sending = useSending(props, leaf, isNewest)

  const runId = active?.live.runId ?? (isNewest ? runs.data?.[0]?.run_id : path.at(-1)?.runId)
  const { data: run } = useQuery({
    ...runQuery(runId ?? ''),
    enabled: runId !== undefined && active === undefined,
  })

  const reply = useReply({ threadId, chat, run, entries, onContinue: sending.run })

  const next = path.at(-1)?.state.next ?? []
  const failedStep = entries.findLast((entry) => entry.type === 'step' && entry.status === 'failed')
  const runError =
    active?.live.error ??
    (run?.status === 'failed' && run.error != null
      ? { name: run.error.code, message: run.error.message }
      : undefined)
  const shown = runError === undefined ? entries : entries.filter((entry) => entry !== failedStep)
  const nodes = active === undefined ? undefined : activeNodes(active.live)
  const parallelNodes = new Set(
    nodes === undefined
      ? (path.at(-1)?.state.tasks.map(({ name }) => name) ?? [])
      : [...nodes.running, ...nodes.waiting],
  )
  const earlier = entries
    .flatMap((entry) =>
      entry.type === 'message' && entry.message.kind === 'user' && entry.message.text !== ''
        ? [entry.message.text]
        : [],
    )
    .reverse()
  const schemaProblem =
    props.isInputPending && mode === 'form' ? 'The input schema of the graph is still being read' : undefined
  const blocked = canWrite ? props.overrideProblem : 'Your key may read but not start runs'
  const canFork = canWrite && active === undefined && threadId !== undefined

  return (
    <div className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-y-auto">
      <section
        aria-label="Conversation"
        className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface max-lg:h-full max-lg:min-h-120 max-lg:flex-none"
      >
        <h2 className="sr-only">Conversation</h2>
        {shown.length === 0 && active === undefined && runError === undefined ? (
          <div className="min-h-0 flex-1 overflow-y-auto">
            <NewConversation
              assistant={assistant}
              input={props.isInputPending ? undefined : input}
              onSuggest={(text) => setDraft({ ...draft, text })}
            />
          </div>
        ) : (
          <Conversation
            chat={chat}
            entries={shown}
            parallelNodes={parallelNodes}
            canWrite={canWrite}
            isReplying={reply.isPending}
            outputSchemas={outputSchemasOf(assistant.config)}
            editing={editing}
            actions={{
              onEdit: canFork ? setEditing : undefined,
              onRetry: canFork ? (item) => void sending.retry(item) : undefined,
              onBranch: (id) => props.setSearch({ checkpoint: newestLeaf(tree, id) }),
            }}
            onReply={reply.mutate}
            onSendEdited={(item, text) => {
              setEditing(undefined)
              void sending.fork(item, text)
            }}
            onEndEditing={() => setEditing(undefined)}
          >
            {runError !== undefined && (
              <RunErrorTurn
                error={runError}
                node={failedStep?.node ?? (next.length === 1 ? next[0] : undefined)}
                onRetry={canFork && leaf !== undefined ? () => void sending.run({ input: null }) : undefined}
              />
            )}
            {active === undefined &&
              run?.status === 'completed' &&
              isNewest &&
              next.length > 0 &&
              !entries.some(isWaiting) && (
                <PausedTurn
                  next={next}
                  onContinue={canFork ? () => void sending.run({ input: null }) : undefined}
                />
              )}
            {active === undefined && run?.status === 'cancelled' && isNewest && (
              <CancelledTurn
                onContinue={
                  canFork && next.length > 0 && !entries.some(isWaiting)
                    ? () => void sending.run({ input: null })
                    : undefined
                }
              />
            )}
          </Conversation>
        )}
        {active?.state === 'reconnecting' && <ReconnectNotice />}
        {chat.queued.length > 0 && (
          <QueuedNotice runs={chat.queued} onCancel={(queued) => void sending.takeBack(queued)} />
        )}
        {chat.error !== undefined && (
          <RequestErrorNotice error={chat.error} onDismiss={() => chat.setError(undefined)} />
        )}
        <Composer
          input={input}
          mode={mode}
          onModeChange={(next) => props.setSearch({ input: next })}
          draft={draft}
          onDraftChange={setDraft}
          earlier={[...new Set(earlier)]}
          isRunning={active !== undefined}
          cancelling={active?.cancelling ?? false}
          sending={sending.pending}
          blocked={blocked}
          pending={schemaProblem}
          onCancel={() => void chat.cancel()}
          onSend={(prepared, multitask) => {
            const sent = draft
            setDraft({ ...EMPTY_DRAFT, fields: draft.fields })
            // What was typed comes back if the service did not take it.
            void sending.send(prepared, multitask).then((taken) => {
              if (!taken) setDraft(sent)
            })
          }}
        />
      </section>
      {threadId !== undefined && (
        <SidePanel
          threadId={threadId}
          assistantId={assistant.assistant_id}
          runId={runId}
          active={active}
          path={path}
        />
      )}
    </div>
  )
}
