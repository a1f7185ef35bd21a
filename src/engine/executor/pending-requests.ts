/** Questions to the main thread that wait for their answers. */
interface Waiting {
  resolve: (answer: never) => void
  reject: (error: Error) => void
}

export const makeAsking = () => {
  const waiting = new Map<number, Waiting>()
  let last = 0
  const take = (id: number): Waiting | undefined => {
    const found = waiting.get(id)
    waiting.delete(id)
    return found
  }
  return {
    /** `send` puts the question; what is answered is what its kind of question is answered with. */
    ask: <Answer>(send: (id: number) => void): Promise<Answer> =>
      new Promise((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve, reject })
        send(id)
      }),
    answer: (id: number, answer: unknown): void => {
      take(id)?.resolve(answer as never)
    },
    refuse: (id: number, message: string): void => {
      take(id)?.reject(new Error(message))
    },
  }
}
