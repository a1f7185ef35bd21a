import { describeRange, RANGE_PRESETS, type TimeRange } from '../model/time-range.ts'
import { Button } from './button.tsx'
import { Icon } from './icons.tsx'
import { Menu, MenuCheckItem } from './menu.tsx'

interface RangeMenuProps {
  range: TimeRange
  onChange: (range: TimeRange) => void
}

/** The choice of a time range that ends now. A range from the URL or from a chart is shown with its times. */
export const RangeMenu = ({ range, onChange }: RangeMenuProps) => (
  <Menu
    trigger={
      <Button aria-label={`Time range: ${describeRange(range)}`}>
        {describeRange(range)}
        <Icon name="down" size={12} />
      </Button>
    }
  >
    {RANGE_PRESETS.map(({ value, label }) => (
      <MenuCheckItem
        key={value}
        keepOpen={false}
        checked={range.kind === 'since' && range.since === value}
        onChange={() => onChange({ kind: 'since', since: value })}
      >
        {label}
      </MenuCheckItem>
    ))}
  </Menu>
)
