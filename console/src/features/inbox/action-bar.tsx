import { Kbd } from '../../ui/button.tsx'
import { BlockedReason, DecisionButtons } from '../../ui/question-form.tsx'
import type { QuestionFormState } from '../../ui/use-question-form.ts'

/** The buttons below an item. */
export const ActionBar = ({ form }: { form: QuestionFormState }) => (
  <div className="sticky bottom-0 z-10 flex min-h-14 flex-none flex-wrap items-center gap-1.5 border-t border-line bg-bg px-5 py-2.5">
    <DecisionButtons form={form} />
    <BlockedReason form={form} />
    <span className="ml-auto flex items-center gap-1 text-small text-ink-3 max-md:hidden">
      <Kbd>J</Kbd> <Kbd>K</Kbd> move
    </span>
  </div>
)
