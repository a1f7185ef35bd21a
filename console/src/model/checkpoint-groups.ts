/** Checkpoints that lie so close together on the time axis that they share one mark. */
import type { Checkpoint } from './spans.ts'

export interface CheckpointGroup {
  /** The position of the first checkpoint on the axis, from 0 to 1. */
  x: number
  /** The index of the first checkpoint of the group among all. */
  first: number
  checkpoints: Checkpoint[]
}

/** A checkpoint joins the group before it if the first one of the group is closer than `minGap`, a share of the width. */
export const groupCheckpoints = (
  checkpoints: Checkpoint[],
  toX: (time: number) => number,
  minGap: number,
): CheckpointGroup[] => {
  const groups: CheckpointGroup[] = []
  for (const [index, checkpoint] of checkpoints.entries()) {
    const x = toX(checkpoint.at)
    const last = groups.at(-1)
    if (last !== undefined && x - last.x < minGap) last.checkpoints.push(checkpoint)
    else groups.push({ x, first: index, checkpoints: [checkpoint] })
  }
  return groups
}

/** A click selects the first checkpoint of a group, further clicks the next ones, and a click on the last one removes the selection. */
export const nextInGroup = (
  { checkpoints }: CheckpointGroup,
  selected: string | undefined,
): string | undefined => checkpoints[checkpoints.findIndex(({ id }) => id === selected) + 1]?.id

const describeOne = ({ after, step }: Checkpoint): string => after ?? `step ${String(step)}`

/** The accessible name of a group. */
export const describeGroup = ({ checkpoints, first }: CheckpointGroup): string => {
  const [checkpoint] = checkpoints
  if (checkpoint === undefined) return ''
  const number = String(first + 1)
  return checkpoints.length === 1
    ? `State after ${describeOne(checkpoint)}, checkpoint ${number}`
    : `Checkpoints ${number} to ${String(first + checkpoints.length)}, the first after ${describeOne(checkpoint)}`
}
