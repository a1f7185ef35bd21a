/** The reports for machines: JSON and JUnit XML, in files or on standard output. */
import { accessSync, constants, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Evaluation } from '../../schema/evaluation.js'
import { usageError } from '../command-error.js'
import type { EvaluationsApi } from './evaluations-api.js'
import type { RunFlags } from './flags.js'
import type { Gate } from './gate.js'
import { toJunitXml, toTestCase, type TestCase } from './junit.js'
import type { ComparisonReport } from './regression-gate.js'

type ReportFiles = Pick<RunFlags, 'json' | 'junit'>

const STDOUT = '-'

export const usesStdout = ({ json, junit }: ReportFiles): boolean => json === STDOUT || junit === STDOUT

/** Creates the directories and checks before the evaluation starts that the files can be written. */
export const prepareReportFiles = ({ json, junit }: ReportFiles): void => {
  for (const file of [json, junit]) {
    if (file === undefined || file === STDOUT) continue
    try {
      mkdirSync(dirname(file), { recursive: true })
      const existing = statSync(file, { throwIfNoEntry: false })
      if (existing?.isDirectory()) throw new Error('it is a directory')
      accessSync(existing === undefined ? dirname(file) : file, constants.W_OK)
    } catch (error) {
      throw usageError(`${file} cannot be written: ${(error as Error).message}`)
    }
  }
}

interface Report {
  evaluation: Evaluation
  gates: readonly Gate[]
  comparison: ComparisonReport | null
}

export const writeReportFiles = async (
  evaluations: EvaluationsApi,
  { evaluation, gates, comparison }: Report,
  { json, junit }: ReportFiles,
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
    for await (const result of evaluations.results(eval_id)) cases.push(toTestCase(result, evaluation))
    write(junit, toJunitXml(evaluation, cases, gates))
  }
}
