import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

export interface Tab<Value extends string> {
  value: Value
  label: ReactNode
  count?: ReactNode
}

interface TabsProps<Value extends string> {
  value: Value
  onChange: (value: Value) => void
  label: string
  tabs: Tab<Value>[]
  /** Shown at the end of the row of tabs. */
  end?: ReactNode
  children: ReactNode
}

/** A row of tabs; its children are `TabPanel`s. The chosen tab belongs into the URL of the screen. */
export const Tabs = <Value extends string>({
  value,
  onChange,
  label,
  tabs,
  end,
  children,
}: TabsProps<Value>) => (
  <Radix.Root
    value={value}
    onValueChange={(next) => onChange(next as Value)}
    className="flex min-h-0 min-w-0 flex-1 flex-col"
  >
    <div className="flex h-9 flex-none items-stretch gap-4.5 overflow-x-auto border-b border-line px-5">
      <Radix.List aria-label={label} className="flex items-stretch gap-4.5">
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={TAB_CLASS}>
            {tab.label}
            {tab.count !== undefined && (
              <span className="text-label font-normal text-ink-3">{tab.count}</span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {end}
    </div>
    {children}
  </Radix.Root>
)

export const TAB_CLASS =
  'flex items-center gap-1.5 border-b-2 border-transparent whitespace-nowrap text-ink-2 outline-offset-[-2px] hover:text-ink ' +
  'data-[state=active]:border-ink data-[state=active]:font-medium data-[state=active]:text-ink'

export const TabPanel = ({ value, children }: { value: string; children: ReactNode }) => (
  <Radix.Content
    value={value}
    className="flex min-h-0 min-w-0 flex-1 flex-col focus-visible:outline-offset-[-2px]"
  >
    {children}
  </Radix.Content>
)
