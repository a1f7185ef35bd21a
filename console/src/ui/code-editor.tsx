import { clsx } from 'clsx'
import { lazy, Suspense } from 'react'

export interface CodeEditorProps {
  /** The accessible name. */
  label: string
  /** JSON text. */
  value: string
  onChange: (text: string) => void
  readOnly?: boolean
  placeholder?: string
  invalid?: boolean
  className?: string
}

const LazyView = lazy(async () => ({ default: (await import('./code-editor-view.tsx')).CodeEditorView }))

/** An editor for JSON. Until CodeMirror has loaded, a plain text field takes its place. */
export const CodeEditor = (props: CodeEditorProps) => (
  <div
    className={clsx(
      'min-h-30 overflow-auto rounded-[6px] border bg-surface focus-within:outline-2 focus-within:outline-accent',
      props.invalid === true ? 'border-fail' : 'border-line-2',
      props.className,
    )}
  >
    <Suspense
      fallback={
        <textarea
          aria-label={props.label}
          defaultValue={props.value}
          readOnly
          className="h-full min-h-30 w-full resize-none bg-transparent p-2 font-mono text-small outline-none"
        />
      }
    >
      <LazyView {...props} />
    </Suspense>
  </div>
)
