/** The token is the name of the user. The header `x-filter` is the filter that the handlers return. */
import { Auth, HTTPException } from '@langchain/langgraph-sdk/auth'

export const auth = new Auth()
  .authenticate((request) => {
    const [, identity] = /^Bearer (\w+)$/.exec(request.headers.get('authorization') ?? '') ?? []
    if (identity === undefined) throw new HTTPException(401, { message: 'no token' })
    return { identity, filter: JSON.parse(request.headers.get('x-filter') ?? 'null') }
  })
  .on(['threads', 'store', 'assistants'], ({ user }) => user.filter ?? true)
