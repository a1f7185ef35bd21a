import { EmptyState } from './states.tsx'

/** In place of a screen whose data only administrators may read. */
export const AdminsOnly = ({ title, what }: { title: string; what: string }) => (
  <EmptyState icon="key" title={title} isScreen>
    <p>
      Your key does not have the scope <code className="font-mono text-small">admin</code>, which is needed to{' '}
      {what}. Sign in with a key that has it, or ask an administrator.
    </p>
  </EmptyState>
)
