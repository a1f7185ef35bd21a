import type { PatternDraft } from '../../model/guardrail-form.ts'
import { Checkbox, Field, TextArea } from '../../ui/field.tsx'

interface PatternFieldProps {
  draft: PatternDraft
  /** The names of the built-in patterns. */
  names: string[]
  problem: string | undefined
  onChange: (draft: PatternDraft) => void
}

/** What an output filter looks for. */
export const PatternField = ({ draft, names, problem, onChange }: PatternFieldProps) => (
  <div className="flex flex-col gap-3">
    <fieldset className="min-w-0">
      <legend className="mb-1 text-label text-ink-2">Built-in patterns</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(140px,1fr))] gap-1.5">
        {[...new Set([...names, ...draft.builtIn])].map((name) => (
          <Checkbox
            key={name}
            label={name.replaceAll('_', ' ')}
            checked={draft.builtIn.includes(name)}
            onChange={(checked) =>
              onChange({
                ...draft,
                builtIn: checked
                  ? [...draft.builtIn, name]
                  : draft.builtIn.filter((candidate) => candidate !== name),
              })
            }
          />
        ))}
      </div>
    </fieldset>
    <Field
      label="Own patterns"
      note="name: expression, one per line"
      hint="RE2 expressions, without lookaround and backreferences."
      error={problem}
    >
      {(ids) => (
        <TextArea
          {...ids}
          rows={2}
          spellCheck={false}
          className="font-mono"
          placeholder={'badge: B-\\d{6}'}
          value={draft.own}
          onChange={(event) => onChange({ ...draft, own: event.target.value })}
        />
      )}
    </Field>
  </div>
)
