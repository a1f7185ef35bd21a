import { useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { showToast } from './toast.tsx'

/** `navigator.clipboard` is missing on plain http, so a hidden text field is the fallback. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = document.createElement('textarea')
    field.value = text
    field.className = 'sr-only'
    document.body.append(field)
    field.select()
    // oxlint-disable-next-line typescript/no-deprecated -- the only way to copy on plain http
    const copied = document.execCommand('copy')
    field.remove()
    return copied
  }
}

/** Copies and says so. */
export const copyWithToast = async (text: string, what: string): Promise<void> => {
  const copied = await copyText(text)
  showToast(
    copied
      ? { tone: 'ok', text: `Copied ${what}` }
      : {
          tone: 'fail',
          text: 'The browser does not allow this page to copy. Select the text and copy it yourself.',
        },
  )
}

const useCopied = (text: string) => {
  const [copied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    if (!(await copyText(text))) return
    setCopied(true)
    setTimeout(() => setCopied(false), 1_500)
  }
  return { copied, copy }
}

export const CopyButton = ({ text, label = 'Copy' }: { text: string; label?: string }) => {
  const { copied, copy } = useCopied(text)
  return (
    <Button variant="link" onClick={() => void copy()}>
      {copied ? 'Copied' : label}
    </Button>
  )
}

export const CopyIconButton = ({ text, label }: { text: string; label: string }) => {
  const { copied, copy } = useCopied(text)
  return (
    <IconButton
      icon={copied ? 'check' : 'copy'}
      label={copied ? 'Copied' : label}
      size="small"
      onClick={() => void copy()}
    />
  )
}
