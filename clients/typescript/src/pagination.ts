import type { Method, PathParameters, PathWith, Query, Result } from './api-types.js'
import type { Http, RequestOptions } from './http.js'

export interface AnyPage {
  data: unknown[]
  has_more: boolean
  next_cursor?: string | null
  /** Lists of events continue after the number of an event. */
  next_after?: number | null
}

/**
 * A list. `await` requests one page; `for await` requests page after page and yields the items. Nothing is requested before.
 */
export interface Paginated<Page extends AnyPage>
  extends PromiseLike<Page>, AsyncIterable<Page['data'][number]> {
  /** Iterates over whole pages, for lists whose pages have more than items. */
  pages(): AsyncIterable<Page>
}

type PagePath = {
  [P in PathWith<'get'>]: Result<'get', P> extends AnyPage ? P : never
}[PathWith<'get'>]

type PageOf<P extends PagePath> = Result<'get', P> & AnyPage

type ListQuery<P extends PagePath> = Query<'get', P>

/** Calls `GET path`. The query may contain a cursor to start from. */
export const listPages = <P extends PagePath>(
  http: Http,
  path: P,
  parts: { query?: ListQuery<P> | undefined } & (PathParameters<'get', P> extends undefined
    ? unknown
    : { path: PathParameters<'get', P> }),
  options?: RequestOptions,
): Paginated<PageOf<P>> => {
  const requestPage = async (position: object): Promise<PageOf<P>> => {
    const send = http.send as (method: Method, path: P, parts: object, options?: RequestOptions) => unknown
    return (await send(
      'get',
      path,
      { ...parts, query: { ...parts.query, ...position } },
      options,
    )) as PageOf<P>
  }
  async function* iteratePages(): AsyncGenerator<PageOf<P>, void> {
    for (let position: object | undefined = {}; position !== undefined;) {
      const page: PageOf<P> = await requestPage(position)
      yield page
      position = getNextPosition(page)
    }
  }
  async function* iterateItems(): AsyncGenerator<PageOf<P>['data'][number], void> {
    for await (const { data } of iteratePages()) yield* data as Iterable<PageOf<P>['data'][number]>
  }
  return {
    then: (onFulfilled, onRejected) => requestPage({}).then(onFulfilled, onRejected),
    [Symbol.asyncIterator]: iterateItems,
    pages: iteratePages,
  }
}

const getNextPosition = ({ has_more, next_cursor, next_after }: AnyPage): object | undefined => {
  if (!has_more) return undefined
  if (next_cursor != null) return { cursor: next_cursor }
  return next_after == null ? undefined : { after: next_after }
}
