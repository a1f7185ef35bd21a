/** Questions to the main thread that wait for their answers. */
interface PendingRequest {
  resolve: (answer: never) => void
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
    /** `send` puts the question; what is answered is what its kind of question is answered with. */
    ask: <Reply>(send: (id: number) => void): Promise<Reply> =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        pending.set(id, { resolve, reject })
        send(id)
      }),
    answer: (id: number, answer: unknown): void => {
      remove(id)?.resolve(answer as never)
    },
    refuse: (id: number, message: string): void => {
      remove(id)?.reject(new Error(message))
    },
  }
}
