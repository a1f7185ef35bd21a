import { clsx } from 'clsx'
import { Button } from './button.tsx'
import { copyWithToast } from './copy.tsx'

/** Code to copy. Long lines scroll. */
interface CodeBlockProps {
  code: string
  label?: string
  /** The background and the border, which depend on what is around it. */
  className?: string
}

export const CodeBlock = ({
  code,
  label = 'Code',
  className = 'border border-line bg-surface',
}: CodeBlockProps) => (
  <div className="relative">
    <pre
      tabIndex={0}
      aria-label={label}
      className={clsx('overflow-x-auto px-3.5 py-3 font-mono text-small leading-5 max-md:pt-12', className)}
    >
      {code}
    </pre>
    <Button
      size="small"
      className="absolute top-2.5 right-2.5"
      onClick={() => void copyWithToast(code, 'the code')}
    >
      Copy
    </Button>
  </div>
)
