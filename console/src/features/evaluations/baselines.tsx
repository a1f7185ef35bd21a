import { useInfiniteQuery } from '@tanstack/react-query'
import { evaluationListQuery } from '../../api/evaluations.ts'
import type { Evaluation, EvaluationComparison } from '../../api/types.ts'
import { formatP } from '../../model/comparison-words.ts'
import { formatCount } from '../../model/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, MenuCheckItem, MenuLabel } from '../../ui/menu.tsx'

const MAX_BASELINES = 5

/** Chooses the evaluations to compare with; the first is the baseline of the rows. */
export const AgainstMenu = ({
  evaluation,
  against,
  onChange,
}: {
  evaluation: Evaluation
  against: string[]
  onChange: (against: string[]) => void
}) => {
  const list = useInfiniteQuery(evaluationListQuery({ dataset_id: evaluation.dataset_id }))
  const others = (list.data?.pages.flatMap(({ data }) => data) ?? []).filter(
    (other) => other.eval_id !== evaluation.eval_id && other.summary !== null,
  )
  const options = [
    ...evaluation.assistants.slice(0, -1).map(({ label }, index) => ({
      id: `${evaluation.eval_id}:${String(index)}`,
      label,
    })),
    ...others.map(({ eval_id, name }) => ({ id: eval_id, label: name })),
  ]
  const chosen = options.find(({ id }) => id === against[0])
  return (
    <Menu
      align="start"
      trigger={
        <Button>
          {chosen?.label ?? 'choose'}
          {against.length > 1 && ` and ${String(against.length - 1)} more`} <Icon name="down" size={12} />
        </Button>
      }
    >
      <MenuLabel>The first chosen is the baseline of the rows</MenuLabel>
      {options.map(({ id, label }) => (
        <MenuCheckItem
          key={id}
          checked={against.includes(id)}
          onChange={(checked) =>
            onChange(
              checked ? [...against, id].slice(-MAX_BASELINES) : against.filter((other) => other !== id),
            )
          }
        >
          {label}
        </MenuCheckItem>
      ))}
    </Menu>
  )
}

/** One line per evaluation if there are several. */
export const BaselineCounts = ({
  comparisons,
  onFirst,
}: {
  comparisons: EvaluationComparison['comparisons']
  onFirst: (index: number) => void
}) => (
  <ul className="flex flex-none flex-wrap gap-x-5 gap-y-1 border-t border-line px-5 py-2">
    {comparisons.map(({ against, assistant, comparison }, index) => (
      <li key={`${against}:${String(assistant)}`} className="flex items-center gap-2">
        <span className="text-ink-2">against {comparison.baseline}</span>
        <span className="text-fail">▼ {formatCount(comparison.regressed_count)} regressed</span>
        <span className="text-ok">▲ {formatCount(comparison.fixed_count)} fixed</span>
        <span className="text-ink-3">
          p {comparison.pass === null ? '–' : formatP(comparison.pass.p_corrected)}
        </span>
        {index > 0 && (
          <Button variant="link" onClick={() => onFirst(index)}>
            Use as baseline
          </Button>
        )}
      </li>
    ))}
  </ul>
)
