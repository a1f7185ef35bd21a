/**
 * Makes graphs of older versions of LangGraph stream what the current version streams:
 * - before 0.3.6, the modes `tasks` and `checkpoints` and the interrupts among the values, which it emits only as part of `debug`;
 * - before 1.3, the ID of the checkpoint that belongs to each of the values.
 */
import { isOlderThan } from '../graphs/project-langgraph.js'
import { isInterruptChunk, type AnyGraph, type Chunk } from './loaded-graph.js'

interface StreamOptions {
  streamMode: readonly string[]
  /** If set, LangGraph emits the ID of the checkpoint before the values. */
  version?: string
}

export interface StreamAdapter {
  /** The modes to request from LangGraph. */
  modes: string[]
  /** Converts a chunk of these modes to chunks of the current version. */
  convert: (chunk: Chunk) => Chunk[]
  /** Returns the chunks that were held back; must be called after the last chunk. */
  end: () => Chunk[]
}

const KEEP: Pick<StreamAdapter, 'convert' | 'end'> = { convert: (chunk) => [chunk], end: () => [] }

export const makeStreamAdapter = (graph: AnyGraph, { streamMode, version }: StreamOptions): StreamAdapter => {
  const wanted = new Set(streamMode)
  const mustAddCheckpoints =
    version !== undefined && !wanted.has('checkpoints') && isOlderThan(graph, '1.3.0')
  const adder = mustAddCheckpoints ? makeCheckpointAdder() : KEEP
  const modes = new Set(mustAddCheckpoints ? [...wanted, 'checkpoints'] : wanted)
  if (!isOlderThan(graph, '0.3.6')) return { modes: [...modes], ...adder }
  const derive = makeDebugSplitter(modes)
  return {
    modes: [...new Set([...modes].map((mode) => (DERIVED_MODES.has(mode) ? 'debug' : mode)))],
    convert: (chunk) => derive(chunk).flatMap(adder.convert),
    end: adder.end,
  }
}

const DERIVED_MODES = new Set(['tasks', 'checkpoints'])

interface DebugEvent {
  type: string
  payload: { interrupts?: unknown[] }
}

const makeDebugSplitter =
  (wantedModes: ReadonlySet<string>) =>
  (chunk: Chunk): Chunk[] => {
    const [namespace, mode, content] = chunk
    if (mode !== 'debug') return [chunk]
    return [...splitDebugEvent(namespace, content as DebugEvent), chunk].filter(([, name]) =>
      wantedModes.has(name),
    )
  }

const splitDebugEvent = (namespace: string[], { type, payload }: DebugEvent): Chunk[] => {
  if (type === 'checkpoint') return [[namespace, 'checkpoints', payload]]
  const task: Chunk = [namespace, 'tasks', payload]
  const { interrupts = [] } = payload
  return interrupts.length === 0 ? [task] : [task, [namespace, 'values', { __interrupt__: interrupts }]]
}

interface DebugCheckpoint {
  config?: { configurable?: { checkpoint_id?: string } }
  parentConfig?: DebugCheckpoint['config']
  metadata?: { step?: number; source?: string }
}

/** LangGraph emits the values of a step, and right after them the checkpoint. The values are held back until then. */
const makeCheckpointAdder = (): Pick<StreamAdapter, 'convert' | 'end'> => {
  const heldValues = new Map<string, Chunk>()
  return {
    convert: (chunk) => {
      const [namespace, mode, content] = chunk
      const key = namespace.join('|')
      const held = heldValues.get(key)
      if (mode === 'values' && !isInterruptChunk(content)) {
        heldValues.set(key, chunk)
        return held === undefined ? [] : [held]
      }
      if (mode !== 'checkpoints') return [chunk]
      heldValues.delete(key)
      // Steps without values have no checkpoint in this form.
      return held === undefined ? [] : [[namespace, mode, toEnvelope(content as DebugCheckpoint)], held]
    },
    end: () => [...heldValues.values()],
  }
}

const toEnvelope = ({ config, parentConfig, metadata }: DebugCheckpoint): object => {
  const parent_id = parentConfig?.configurable?.checkpoint_id
  return {
    id: config?.configurable?.checkpoint_id,
    ...(parent_id !== undefined && { parent_id }),
    step: metadata?.step,
    source: metadata?.source,
  }
}
