/** The conversation of one thread: what is stored, and the run that is active. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useChanges } from '../../api/live.ts'
import { usePaced } from '../../api/use-live-refresh.ts'
import type { LangGraphRun, RunRequest } from '../../api/dialect.ts'
import { followRun, type FollowState } from '../../api/follow-run.ts'
import { runsKey } from '../../api/runs.ts'
import { cancelThreadRun, historyQuery, threadKey, threadRunsQuery } from '../../api/threads.ts'
import { reduceEvent } from '../../model/chat.ts'
import { newLiveRun, type LiveRun } from '../../model/live-run.ts'
import { buildTree } from '../../model/checkpoint-tree.ts'

export interface ActiveRun {
  state: FollowState
  live: LiveRun
  startedAt: number
  /** The checkpoint from which it started; undefined for the newest one. */
  from: string | undefined
  cancelling: boolean
  /** The text of the message that was just sent and is not in the stream yet. */
  pendingText: string | undefined
}

/** The stream of an older run begins with events that happened before. */
const JUST_STARTED_MS = 3_000
/** Each refresh takes several requests. */
const PACE = { everyMs: 45_000, burst: 4 }

const isActive = ({ status }: LangGraphRun): boolean => status === 'pending' || status === 'running'

export const useChat = (threadId: string | undefined) => {
  const client = useQueryClient()
  const [active, setActive] = useState<ActiveRun>()
  const [error, setError] = useState<unknown>()
  const controller = useRef<AbortController>(undefined)
  const history = useInfiniteQuery({ ...historyQuery(threadId ?? ''), enabled: threadId !== undefined })
  const runs = useQuery({ ...threadRunsQuery(threadId ?? ''), enabled: threadId !== undefined })
  const tree = useMemo(() => buildTree(history.data?.pages.flat() ?? []), [history.data])

  const refresh = async (id: string): Promise<void> => {
    await Promise.all([
      client.invalidateQueries({ queryKey: threadKey(id) }),
      client.invalidateQueries({ queryKey: [...runsKey, 'run'] }),
    ])
  }

  /** Follows a new or an existing run. Rejects if the run could not be started. */
  const follow = async (
    id: string,
    run: RunRequest | string,
    options: { from?: string | undefined; pendingText?: string | undefined; startedAt?: number } = {},
  ): Promise<void> => {
    controller.current?.abort()
    const current = new AbortController()
    controller.current = current
    const change = (update: (run: ActiveRun) => ActiveRun): void => {
      if (controller.current === current) setActive((known) => (known === undefined ? known : update(known)))
    }
    const startedAt = options.startedAt ?? Date.now()
    setError(undefined)
    setActive({
      state: 'connecting',
      live: newLiveRun(typeof run === 'string' ? run : undefined, Date.now() - startedAt < JUST_STARTED_MS),
      startedAt,
      from: options.from,
      cancelling: false,
      pendingText: options.pendingText,
    })
    try {
      await followRun({
        threadId: id,
        run,
        signal: current.signal,
        onStart: (runId) => change((known) => ({ ...known, live: { ...known.live, runId } })),
        onState: (state) => change((known) => ({ ...known, state })),
        onEvent: (event) => {
          const now = Date.now()
          change((known) => ({ ...known, live: reduceEvent(known.live, event, now) }))
        },
      })
      if (current.signal.aborted) return
      await refresh(id)
    } finally {
      // The stored conversation replaces the streamed one in the same render.
      if (controller.current === current) {
        controller.current = undefined
        setActive(undefined)
      }
    }
  }

  // A run that is active when the page opens, or that was queued behind another one, is followed too.
  const newest = runs.data?.filter(isActive).at(-1)
  const joinRun = useEffectEvent((run: LangGraphRun) => {
    if (controller.current !== undefined || threadId === undefined) return
    void follow(threadId, run.run_id, { startedAt: Date.parse(run.created_at) }).catch((cause: unknown) =>
      setError(cause),
    )
  })
  const joinable = active === undefined && !runs.isFetching ? newest : undefined
  useEffect(() => {
    if (joinable !== undefined) joinRun(joinable)
  }, [joinable])

  // Leaving the thread ends the stream, not the run.
  useEffect(() => {
    return () => {
      controller.current?.abort()
      controller.current = undefined
      setActive(undefined)
    }
  }, [threadId])

  // Runs that others start in this thread appear without a reload.
  const refreshSoon = usePaced(() => {
    if (threadId !== undefined && controller.current === undefined) void refresh(threadId)
  }, PACE)
  useChanges(
    (changes) => {
      if (changes.some(({ topic, id }) => topic === 'threads' && id === threadId)) refreshSoon()
    },
    refreshSoon,
    threadId !== undefined,
  )

  const cancel = async (): Promise<void> => {
    const runId = active?.live.runId
    if (threadId === undefined || runId === undefined) return
    setActive((known) => known && { ...known, cancelling: true })
    try {
      await cancelThreadRun(threadId, runId)
    } catch (cause) {
      setActive((known) => known && { ...known, cancelling: false })
      setError(cause)
    }
  }

  const queued = (runs.data ?? []).filter(
    ({ status, run_id }) => status === 'pending' && run_id !== active?.live.runId,
  )
  return { tree, history, runs, active, queued, error, setError, follow, cancel, refresh }
}

export type Chat = ReturnType<typeof useChat>
