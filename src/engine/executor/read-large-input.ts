import { collectIfLarge } from '../../platform/collect-garbage.js'
import { readText } from '../../platform/shared-text.js'
import type { JsonObject } from '../../schema/common.js'
import type { VersionRow } from '../../store/threads/read-version.js'
import type { StartRun } from '../threads/executor-protocol.js'
import type { ExecutionRequests } from './execution-requests.js'
import type { LargeValueGate } from './large-value-gate.js'

/** A run that continues from its own checkpoint has the input in its state. Guardrails check the input again. */
export const readLargeInput = async (
  { run_id, checkpoint, guardrails }: StartRun,
  { findValues }: ExecutionRequests,
  gate: LargeValueGate,
): Promise<JsonObject | null> => {
  const isStored = checkpoint?.row.run_id === run_id && guardrails === null
  if (isStored) return null
  return gate.run(async () => {
    gate.onLargeValue()
    const [row] = await findValues<VersionRow>({ kind: 'input' })
    const value = row?.value ?? 'null'
    const input = JSON.parse(readText(value)) as JsonObject | null
    collectIfLarge(value.length)
    return input
  })
}
