import { Kbd } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { modKey, useShortcutGroups } from '../ui/shortcuts.ts'
import { setOverlay } from './overlays.ts'

const NAMES: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ' ': 'Space',
}

const toName = (key: string): string =>
  key.startsWith('mod+') ? `${modKey} ${key.slice(4).toUpperCase()}` : (NAMES[key] ?? key)

export const KeyboardHelp = ({ open }: { open: boolean }) => {
  const groups = useShortcutGroups()
  return (
    <Dialog open={open} onOpenChange={() => setOverlay(undefined)} title="Keyboard" size="medium">
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {groups.map(({ name, shortcuts }) => (
          <section key={name}>
            <h3 className="mb-1.5 text-label text-ink-3">{name}</h3>
            <dl className="grid gap-1">
              {shortcuts.map(({ keys, label }) => (
                <div key={label} className="flex items-center gap-3">
                  <dt>{label}</dt>
                  <dd className="ml-auto flex gap-1">
                    {keys.map((key) => (
                      <Kbd key={key}>{toName(key)}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
