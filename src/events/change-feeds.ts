/** The feeds of the tenants that have streams open in this process, or had until a few minutes ago. */
import { ChangeFeed, type FeedDeps, type FeedReader, type FeedStream } from './change-feed.js'

export class ChangeFeeds {
  readonly #feeds = new Map<string, ChangeFeed>()

  constructor(private readonly deps: FeedDeps) {}

  countStreams(tenantId: string): number {
    return this.#feeds.get(tenantId)?.streamCount ?? 0
  }

  open(tenantId: string, reader: FeedReader, after: string | undefined): FeedStream {
    let feed = this.#feeds.get(tenantId)
    if (feed === undefined) {
      feed = new ChangeFeed(this.deps, tenantId, () => this.#feeds.delete(tenantId))
      this.#feeds.set(tenantId, feed)
    }
    return feed.open(reader, after)
  }

  stop(): void {
    for (const feed of this.#feeds.values()) feed.stop()
    this.#feeds.clear()
  }
}
