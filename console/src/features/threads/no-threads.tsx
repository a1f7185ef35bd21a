import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'

/** No thread matches the filters. */
export const NoMatchingThread = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    icon="filter"
    title="No thread matches"
    actions={<Button onClick={onClear}>Remove all filters</Button>}
  >
    <p>Search finds text in titles, whole ids, and metadata written as key=value.</p>
  </EmptyState>
)

/** The tenant has no thread at all. */
export const NoThreads = () => (
  <EmptyState
    icon="threads"
    title="No threads yet"
    actions={
      <Link to="/chat" search={{}} className={buttonClass('primary')}>
        Open the playground
      </Link>
    }
  >
    <p>
      A thread keeps the state of a conversation: every step is a checkpoint that you can look at, compare,
      edit and continue from. Start one in the playground, or with{' '}
      <code className="font-mono text-small">POST /threads</code>.
    </p>
  </EmptyState>
)
