import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FileWatcher } from './watch-files.js'

describe('FileWatcher', () => {
  let folder: string
  let watcher: FileWatcher
  let changes: string[]
  let notify: () => void = () => undefined

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'heddle-watch-'))
    changes = []
    watcher = new FileWatcher((paths) => {
      changes.push(...paths.map((path) => path.slice(folder.length + 1)))
      notify()
    })
  })
  afterEach(() => {
    watcher.close()
    rmSync(folder, { recursive: true })
  })

  const write = (name: string, text = name) => {
    writeFileSync(join(folder, name), text)
  }
  const watchFiles = (names: string[], since = Date.now() + 60_000) => {
    watcher.set(
      names.map((name) => ({ path: join(folder, name), anyExtension: false })),
      since,
    )
  }
  const nextChange = () =>
    new Promise<void>((resolve) => {
      notify = resolve
    })

  it('a change of a watched file is reported, and changes of other files in its folder are not', async () => {
    write('graph.ts')
    watchFiles(['graph.ts'])
    const changed = nextChange()
    write('out.txt')
    mkdirSync(join(folder, 'data'))
    write('graph.ts', 'changed')
    write('out.txt', 'more')
    await changed
    expect(changes).toEqual(['graph.ts'])
  })

  it('a file that an editor replaces is reported, also the second time', async () => {
    write('graph.ts')
    watchFiles(['graph.ts'])
    for (const text of ['first', 'second']) {
      const changed = nextChange()
      write('graph.ts~', text)
      renameSync(join(folder, 'graph.ts~'), join(folder, 'graph.ts'))
      await changed
    }
    expect(changes).toEqual(['graph.ts', 'graph.ts'])
  })

  it('a change of permissions is not reported', async () => {
    write('graph.ts')
    write('other.ts')
    watchFiles(['graph.ts', 'other.ts'])
    const changed = nextChange()
    chmodSync(join(folder, 'graph.ts'), 0o600)
    write('other.ts', 'changed')
    await changed
    expect(changes).toEqual(['other.ts'])
  })

  it('a file that is created in a folder that did not exist is reported', async () => {
    const path = join(folder, 'src/tools/search')
    const target = [{ path, anyExtension: true }]
    watcher.set(target, Date.now() + 60_000)
    const folderCreated = nextChange()
    const since = Date.now() - 1_000
    mkdirSync(join(folder, 'src/tools'), { recursive: true })
    await folderCreated
    write('src/tools/search.ts')
    const fileCreated = nextChange()
    watcher.set(target, since)
    await fileCreated
    expect(changes).toEqual(['src', 'src/tools/search.ts'])
  })

  it('a file that changed before it was watched is reported if it changed after it was loaded', async () => {
    write('graph.ts')
    const changed = nextChange()
    watchFiles(['graph.ts'], Date.now() - 60_000)
    await changed
    expect(changes).toEqual(['graph.ts'])
  })

  it('a folder that was removed and created again is watched again', async () => {
    mkdirSync(join(folder, 'src'))
    write('src/graph.ts')
    watchFiles(['src/graph.ts'])
    const removed = nextChange()
    rmSync(join(folder, 'src'), { recursive: true })
    await removed
    mkdirSync(join(folder, 'src'))
    watchFiles(['src/graph.ts'])
    const created = nextChange()
    write('src/graph.ts')
    await created
    expect(changes.at(-1)).toBe('src/graph.ts')
  })
})
