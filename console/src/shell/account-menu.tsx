import { useMe, useSignOut } from '../api/session.ts'
import { IconButton } from '../ui/button.tsx'
import { Menu, MenuCheckItem, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx'
import { setPreferences, usePreferences, type Preferences } from '../ui/preferences.ts'
import { openHelp } from './overlays.ts'

const THEMES: { value: Preferences['theme']; label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

export const AccountMenu = () => {
  const { theme } = usePreferences()
  const me = useMe()
  const signOut = useSignOut()
  const canSignOut = me !== undefined && me.credential !== 'none'
  return (
    <Menu
      trigger={<IconButton icon="more" label="Theme, keys and account" size="small" className="ml-auto" />}
    >
      {me !== undefined && (
        <MenuLabel>
          {me.credential === 'none' ? 'Authentication is off' : me.name} · {me.scopes.join(', ')}
        </MenuLabel>
      )}
      <MenuSeparator />
      <MenuLabel>Theme</MenuLabel>
      {THEMES.map(({ value, label }) => (
        <MenuCheckItem
          key={value}
          checked={theme === value}
          keepOpen={false}
          onChange={() => setPreferences({ theme: value })}
        >
          {label}
        </MenuCheckItem>
      ))}
      <MenuSeparator />
      <MenuItem icon="keyboard" note="?" onSelect={openHelp}>
        Keyboard
      </MenuItem>
      <MenuItem icon="external" onSelect={() => open('/docs', '_blank', 'noreferrer')}>
        Documentation
      </MenuItem>
      <MenuItem icon="external" onSelect={() => open('/docs/api', '_blank', 'noreferrer')}>
        API reference
      </MenuItem>
      {canSignOut && (
        <MenuItem icon="signOut" onSelect={() => void signOut()}>
          Sign out
        </MenuItem>
      )}
    </Menu>
  )
}
