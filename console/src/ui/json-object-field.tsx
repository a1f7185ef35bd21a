import type { ReactNode } from 'react'
import { CodeEditor } from './code-editor.tsx'
import { Field } from './field.tsx'

interface JsonObjectFieldProps {
  label: string
  value: string
  onChange: (text: string) => void
  /** What is wrong with the text, from `parseObject`. */
  problem: string | undefined
  hint?: ReactNode
}

/** A field of a dialog for a JSON object. */
export const JsonObjectField = ({ label, value, onChange, problem, hint }: JsonObjectFieldProps) => (
  <Field label={label} note="JSON object" hint={hint} error={problem}>
    {() => (
      <CodeEditor
        label={label}
        value={value}
        onChange={onChange}
        invalid={problem !== undefined}
        className="h-50"
      />
    )}
  </Field>
)
