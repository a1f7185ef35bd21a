/** What is found, for machines: JSON and JUnit XML, in files or on standard output. */
import { accessSync, constants, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Evaluation } from '../../schema/evaluation.js'
import { badUse } from './command-error.js'
import type { EvaluationCalls } from './evaluations-api.js'
import type { RunFlags } from './flags.js'
import type { Gate } from './gate.js'
import { junitOf, testCaseOf, type TestCase } from './junit.js'
import type { Compared } from './regression-gate.js'

type Files = Pick<RunFlags, 'json' | 'junit'>

const STDOUT = '-'

export const takeStdout = ({ json, junit }: Files): boolean => json === STDOUT || junit === STDOUT

/** Makes their folders, and finds out before the work and not after it whether they can be written. */
export const prepareFiles = ({ json, junit }: Files): void => {
  for (const file of [json, junit]) {
    if (file === undefined || file === STDOUT) continue
    try {
      mkdirSync(dirname(file), { recursive: true })
      const found = statSync(file, { throwIfNoEntry: false })
      if (found?.isDirectory()) throw new Error('it is a folder')
      accessSync(found === undefined ? dirname(file) : file, constants.W_OK)
    } catch (error) {
      throw badUse(`${file} cannot be written: ${(error as Error).message}`)
    }
  }
}

interface Found {
  evaluation: Evaluation
  gates: readonly Gate[]
  comparison: Compared | null
}

export const writeFiles = async (
  evaluations: EvaluationCalls,
  { evaluation, gates, comparison }: Found,
  { json, junit }: Files,
  out: { write: (text: string) => unknown },
): Promise<void> => {
  const write = (file: string, text: string): void => {
    if (file === STDOUT) out.write(text)
    else writeFileSync(file, text)
  }
  const { id: eval_id, status } = evaluation
  if (json !== undefined) {
    const passed = status === 'completed' && gates.every((gate) => gate.passed)
    write(json, `${JSON.stringify({ eval_id, status, passed, gates, comparison, evaluation }, null, 2)}\n`)
  }
  if (junit !== undefined) {
    const cases: TestCase[] = []
    for await (const result of evaluations.results(eval_id)) cases.push(testCaseOf(result, evaluation))
    write(junit, junitOf(evaluation, cases, gates))
  }
}
