import {
  useIsMutating,
  useMutation,
  useQueryClient,
  type QueryKey,
  type UseMutationResult,
} from '@tanstack/react-query'

interface Removal {
  /** Identifies what is deleted; also the key of the query that loads it. */
  key: QueryKey
  /** The queries that could load what is deleted, and the lists that contain it. */
  relatedKey: QueryKey
  remove: () => Promise<unknown>
  /** Leaves the screen of what was deleted. */
  onRemoved: () => Promise<void>
  onError: (error: Error) => void
}

const toMutationKey = (key: QueryKey): QueryKey => [...key, 'remove']

/** Deletes something while its screen is shown, without requests that would find it deleted. */
export const useRemoval = ({
  key,
  relatedKey,
  remove,
  onRemoved,
  onError,
}: Removal): UseMutationResult<unknown, Error, void> => {
  const client = useQueryClient()
  return useMutation({
    mutationKey: toMutationKey(key),
    // A request that is under way would find it deleted.
    onMutate: () => client.cancelQueries({ queryKey: relatedKey }),
    mutationFn: remove,
    onSuccess: async () => {
      await onRemoved()
      client.removeQueries({ queryKey: key })
      await client.invalidateQueries({ queryKey: relatedKey })
    },
    onError: async (error) => {
      onError(error)
      await client.invalidateQueries({ queryKey: relatedKey })
    },
  })
}

/** True while `useRemoval` deletes what the key identifies: its screen must not load it meanwhile. */
export const useIsRemoving = (key: QueryKey): boolean =>
  useIsMutating({ mutationKey: toMutationKey(key) }) > 0
