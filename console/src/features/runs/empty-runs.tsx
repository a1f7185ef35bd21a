import { Link } from '@tanstack/react-router'
import { toCurl } from '../../model/snippets.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { EmptyState } from '../../ui/states.tsx'

/** No run matches the filters. */
export const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    icon="filter"
    title="No run matches these filters"
    actions={<Button onClick={onClear}>Remove all filters</Button>}
  >
    <p>
      Text finds the first line of the input and the start of an id. Assistants can be excluded with an
      exclamation mark in the URL, for example{' '}
      <code className="font-mono text-small">assistant=!eval-judge</code>.
    </p>
  </EmptyState>
)

/** The tenant has no run at all. */
export const NoRuns = ({ onNew }: { onNew: () => void }) => {
  const command = toCurl(location.origin, {
    method: 'POST',
    path: '/api/v1/runs',
    body: { assistant_id: '<assistant id>', input: { message: 'Where is my order?' } },
  })
  return (
    <EmptyState
      icon="runs"
      title="No runs yet"
      actions={
        <>
          <Button variant="primary" onClick={onNew}>
            New run
          </Button>
          <Link to="/chat" className={buttonClass()}>
            Open the playground
          </Link>
        </>
      }
    >
      <p>
        A run is one execution of an assistant. Every step is stored, so it continues after a crash, and this
        page shows it live. Start one here, in the playground, or from your code:
      </p>
      <div className="rounded border border-line bg-surface p-3">
        <pre tabIndex={0} className="font-mono text-small wrap-anywhere whitespace-pre-wrap">
          {command}
        </pre>
        <div className="mt-2">
          <CopyButton text={command} />
        </div>
      </div>
    </EmptyState>
  )
}
