import { lazy, Suspense, type ComponentProps } from 'react'
import type { GuardrailDialog } from './guardrail-dialog.tsx'

const Dialog = lazy(async () => ({ default: (await import('./guardrail-dialog.tsx')).GuardrailDialog }))

/** The form of a guardrail, loaded when it is opened: most visits of the screen do not need it. */
export const LazyGuardrailDialog = (props: ComponentProps<typeof GuardrailDialog>) => (
  <Suspense fallback={null}>
    <Dialog {...props} />
  </Suspense>
)
