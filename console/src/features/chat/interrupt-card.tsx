import type { Interrupt } from '../../api/dialect.ts'
import type { OutputSchemas } from '../../model/question.ts'
import { toInterruptQuestions } from '../../model/questions.ts'
import type { PreparedReply } from '../../model/replies.ts'
import { QuestionForm } from '../../ui/question-form.tsx'
import { StatusPill } from '../../ui/status.tsx'

interface InterruptCardProps {
  interrupt: Interrupt
  outputSchemas: OutputSchemas
  /** The keys a, e, r and x act on the first interrupt only. */
  hasKeys: boolean
  /** Why nothing can be decided now. */
  blocked: string | undefined
  isBusy: boolean
  onReply: (reply: PreparedReply) => void
}

/** What a step of the run asks, inside of the conversation. */
export const InterruptCard = (props: InterruptCardProps) => {
  const questions = toInterruptQuestions(props.interrupt, props.outputSchemas)
  const [first] = questions
  const title =
    first === undefined || questions.length > 1 ? `${String(questions.length)} decisions` : first.title
  return (
    <section
      aria-label={`Needs a person: ${title}`}
      className="rounded-[6px] border border-l-3 border-line-2 border-l-thread"
    >
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-3 pt-2 pb-1.5">
        <StatusPill status="requires_action" />
        <h3 className="min-w-0 font-semibold">{title}</h3>
      </header>
      <QuestionForm
        questions={questions}
        obstacle={props.blocked}
        isBusy={props.isBusy}
        keys={props.hasKeys ? 'letters' : 'none'}
        onSend={props.onReply}
      />
    </section>
  )
}
