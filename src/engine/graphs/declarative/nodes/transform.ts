import type { TransformStep } from '../../../../schema/graph-schema.js'
import type { Step, StepContext } from '../step.js'

export const makeTransform = ({ set }: TransformStep, { expressions }: StepContext): Step => {
  const fields = Object.entries(set).map(([key, text]) => [key, expressions.compile(text)] as const)
  return async ({ scope }) => ({
    value: Object.fromEntries(fields.map(([key, evaluate]) => [key, evaluate(scope)])),
  })
}
