import { interrupt } from '@langchain/langgraph'
import { compileText } from '../../../../domain/graph-schema/templates.js'
import type { HumanStep } from '../../../../schema/graph-schema.js'
import { findSchemaProblem } from '../schema-problem.js'
import type { Step, StepContext } from '../step.js'

/**
 * The human node: interrupts the run for input. Invalid input is requested again, with the reason in `error`.
 */
export const makeHuman = (step: HumanStep, { id, expressions }: StepContext): Step => {
  const { options, schema } = step
  const prompt = compileText(step.prompt, expressions)
  return async ({ scope }) => {
    const question = {
      type: 'human_input',
      node_id: id,
      prompt: prompt(scope),
      ...(options !== undefined && { options }),
      ...(schema !== undefined && { schema }),
    }
    let error: string | undefined
    for (;;) {
      const resumeValue: unknown = interrupt(error === undefined ? question : { ...question, error })
      error = findProblem(resumeValue, step)
      if (error === undefined) return { value: resumeValue }
    }
  }
}

const findProblem = (resumeValue: unknown, { options, schema }: HumanStep): string | undefined => {
  if (options !== undefined && !options.some((option) => option === resumeValue)) {
    return `the answer must be one of ${options.join(', ')}`
  }
  const problem = schema === undefined ? undefined : findSchemaProblem(schema, resumeValue)
  return problem === undefined ? undefined : `the answer does not match the schema: ${problem}`
}
