/** The state and the keys of a form for the questions of a run. The drafts belong to the caller. */
import { useRef, useState, type KeyboardEvent as ReactKeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import type { Decision, Question } from '../model/question.ts'
import {
  prepareReply,
  startDraft,
  type PreparedReply,
  type QuestionDraft,
  type QuestionDrafts,
} from '../model/replies.ts'
import { useShortcuts, type Shortcut } from './shortcuts.ts'

interface QuestionFormOptions {
  questions: Question[]
  /** What was entered so far; a question without an entry has its first draft. */
  entered: QuestionDrafts
  /** Why nothing can be sent, apart from what was entered. */
  obstacle: string | undefined
  isBusy: boolean
  /** The keys that the form listens to on the whole page. */
  keys: 'all' | 'letters' | 'none'
  onChange: (question: Question, change: Partial<QuestionDraft>) => void
  onSend: (prepared: PreparedReply, drafts: QuestionDrafts) => void
}

const FIRST_CONTROL = 'input:not([disabled]), textarea:not([disabled]), select:not([disabled]), .cm-content'

const optionKeys = (question: Question | undefined, choose: (option: string) => void): Shortcut[] =>
  question?.input !== 'options'
    ? []
    : [
        {
          keys: question.options.slice(0, 9).map((_, index) => String(index + 1)),
          label: 'Choose an option',
          run: ({ key }) => {
            const option = question.options[Number(key) - 1]
            if (option !== undefined) choose(option)
          },
        },
      ]

export const useQuestionForm = (options: QuestionFormOptions) => {
  const { questions, entered, obstacle, isBusy, keys, onChange, onSend } = options
  const content = useRef<HTMLDivElement>(null)
  const [isEditing, setEditing] = useState(false)
  const drafts = Object.fromEntries(
    questions.map((question) => [question.id, entered[question.id] ?? startDraft(question)]),
  )
  const reading = prepareReply(questions, drafts)
  const blocked = obstacle ?? ('problem' in reading ? reading.problem : undefined)
  const isLocked = obstacle !== undefined || isBusy
  const [first] = questions
  /** Several questions have a choice of their own each, so the buttons and keys do not decide. */
  const single = questions.length === 1 ? first : undefined
  const start: Decision = single?.decisions[0] ?? 'approve'
  const decision: Decision = single === undefined ? 'approve' : (drafts[single.id]?.decision ?? start)
  const canEdit = !isLocked && single?.input === 'fields' && single.canEdit

  const focus = (selector: string): void => content.current?.querySelector<HTMLElement>(selector)?.focus()
  const submit = (): void => {
    if (blocked === undefined && 'request' in reading && !isBusy) onSend(reading, drafts)
  }
  const decide = (next: Decision): void => {
    if (single === undefined || isLocked || !single.decisions.includes(next)) return
    // The field for the words must exist before the next key is pressed.
    flushSync(() => onChange(single, { decision: next }))
    if (next !== 'approve') focus('[data-words]')
  }
  const edit = (): void => {
    flushSync(() => setEditing(true))
    focus(FIRST_CONTROL)
  }
  const goBack = (): void => {
    if (decision === start) setEditing(false)
    else decide(start)
  }

  const letters: Shortcut[] = [
    {
      keys: ['a'],
      label: 'Approve or send what is on the screen',
      run: () => (decision === 'approve' ? submit() : decide('approve')),
    },
    { keys: ['e'], label: 'Edit the first field', run: () => canEdit && edit() },
    { keys: ['r'], label: 'Respond with words', run: () => decide('respond') },
    { keys: ['x'], label: 'Reject or ignore', run: () => decide('reject') },
  ]
  const others: Shortcut[] = [
    { keys: ['mod+Enter'], label: 'Send, also from a text field', run: submit },
    { keys: ['Escape'], label: 'Go back from respond or reject', run: goBack },
    ...optionKeys(single, (option) => {
      if (single !== undefined && !isLocked) onChange(single, { option })
    }),
  ]
  useShortcuts(
    'Needs a person',
    keys === 'none' ? [] : keys === 'letters' ? letters : [...letters, ...others],
  )
  /** Keys inside of text fields, where the keys of the page do not work. */
  const onKeyDown = (event: ReactKeyboardEvent): void => {
    if (event.key === 'Escape') goBack()
    else if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit()
    else return
    event.preventDefault()
  }
  return {
    content,
    drafts,
    blocked,
    isLocked,
    isUntouched: obstacle === undefined && questions.every(({ id }) => entered[id] === undefined),
    isBusy,
    single,
    start,
    decision,
    canEdit,
    isEditing,
    hasKeys: keys !== 'none',
    questions,
    onChange,
    onKeyDown,
    submit,
    decide,
    edit,
    goBack,
  }
}

export type QuestionFormState = ReturnType<typeof useQuestionForm>
