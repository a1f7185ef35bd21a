/** Requests to the main thread that wait for their replies. */
interface PendingRequest {
  resolve: (reply: never) => void
  reject: (error: Error) => void
}

export const makePendingRequests = () => {
  const pending = new Map<number, PendingRequest>()
  let lastId = 0
  const remove = (id: number): PendingRequest | undefined => {
    const request = pending.get(id)
    pending.delete(id)
    return request
  }
  return {
    /** `post` sends the request under the given id. The caller names the type of the reply. */
    request: <Reply>(post: (id: number) => void): Promise<Reply> =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        pending.set(id, { resolve, reject })
        post(id)
      }),
    resolve: (id: number, reply: unknown): void => {
      remove(id)?.resolve(reply as never)
    },
    reject: (id: number, message: string): void => {
      remove(id)?.reject(new Error(message))
    },
  }
}

export type PendingRequests = ReturnType<typeof makePendingRequests>
