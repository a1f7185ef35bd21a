import type { ErrorComponentProps } from '@tanstack/react-router'
import { Button } from '../ui/button.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'

/** After an update of the service, the files of the old console no longer exist. */
const isMissingFile = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module/i.test(error.message)

export const ScreenError = ({ error, reset }: ErrorComponentProps) =>
  isMissingFile(error) ? (
    <EmptyState
      icon="retry"
      title="This screen could not be loaded"
      actions={<Button onClick={() => location.reload()}>Reload</Button>}
    >
      <p>
        The service may have been updated or is not reachable. Reload the page to get the current version.
      </p>
    </EmptyState>
  ) : (
    <ErrorState error={error} onRetry={reset} />
  )
