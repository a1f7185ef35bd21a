import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { assistantsQuery } from '../../api/assistants.ts'
import { sendReply } from '../../api/inbox.ts'
import { runsKey } from '../../api/runs.ts'
import { useScope } from '../../api/session.ts'
import type { RequiredAction, Run } from '../../api/types.ts'
import { toQuestions } from '../../model/questions.ts'
import type { ReplyRequest } from '../../model/replies.ts'
import { outputSchemasOf } from '../../model/tool-outputs.ts'
import { QuestionForm } from '../../ui/question-form.tsx'
import { StatusGlyph } from '../../ui/status.tsx'
import { ErrorLine } from '../../ui/states.tsx'
import { Duration } from '../../ui/time.tsx'

const TITLES: Record<RequiredAction['type'], string> = {
  submit_tool_outputs: 'Waits for the outputs of tools',
  review: 'Waits for a review',
  human_input: 'Waits for a person',
}

/** What the run waits for, and the controls that let it continue. */
export const ActionPanel = ({ run }: { run: Run }) => {
  const client = useQueryClient()
  const canWrite = useScope('write')
  const { data: assistants } = useQuery(assistantsQuery)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (reply: ReplyRequest) => sendReply(run.run_id, reply),
    onSuccess: () => client.invalidateQueries({ queryKey: runsKey }),
  })
  const action = run.required_action
  if (action === null) return null
  const assistant = assistants?.find(({ assistant_id }) => assistant_id === run.assistant_id)
  const questions = toQuestions(action, outputSchemasOf(assistant?.config))
  return (
    <section
      aria-label="The run needs a person"
      className="flex-none border-b border-line bg-wait-soft/60 px-5 py-3 lg:max-h-[45vh] lg:overflow-y-auto"
    >
      <h2 className="mb-2 flex flex-wrap items-center gap-2 font-medium text-wait">
        <StatusGlyph status="requires_action" />
        {TITLES[action.type]}
        {run.waiting_since != null && (
          <span className="font-normal text-ink-2">
            for <Duration since={run.waiting_since} />
          </span>
        )}
        {run.reserved_by != null && (
          <span className="font-normal text-ink-2">reserved by {run.reserved_by}</span>
        )}
      </h2>
      <div className="max-w-180 rounded-[6px] border border-line bg-surface pt-2">
        {questions.length === 1 && questions[0]?.tool === undefined && (
          <h3 className="px-3 pb-1.5 font-medium">{questions[0]?.title}</h3>
        )}
        <QuestionForm
          // The questions of the next step start with empty fields.
          key={questions.map(({ id }) => id).join()}
          questions={questions}
          obstacle={canWrite ? undefined : 'Your key can read, but it cannot decide'}
          isBusy={isPending}
          keys="none"
          onSend={({ request }) => mutate(request)}
        />
      </div>
      {error !== null && (
        <div className="mt-2">
          <ErrorLine error={error} />
        </div>
      )}
    </section>
  )
}
