/**
 * Watches single files for changes. It watches their folders, because editors replace a file when they save it, and a file that does not
 * exist yet cannot be watched. Folders are watched without their subfolders, and other files in them are ignored.
 */
import { readdirSync, statSync, watch, type FSWatcher, type Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { WatchTarget } from '../engine/loading/watch-target.js'

const DEBOUNCE_MS = 100

export class FileWatcher {
  /** For each folder, the names in it that count. */
  #names = new Map<string, Set<string>>()
  /** The same for names that count with any extension. */
  #stems = new Map<string, Set<string>>()
  readonly #watchers = new Map<string, FSWatcher>()
  /** By path; undefined if the file does not exist. */
  #versions = new Map<string, string | undefined>()
  #changed = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  /** `onChange` receives the paths that changed. */
  constructor(private readonly onChange: (paths: string[]) => void) {}

  /** Replaces the watched files. A file that changed after `since` (in milliseconds) counts as changed. */
  set(targets: WatchTarget[], since: number): void {
    const versions = this.#versions
    this.#names = new Map()
    this.#stems = new Map()
    this.#versions = new Map()
    for (const { path, anyExtension } of targets) {
      const { folder, name, isTarget } = findWatchedFolder(path)
      addTo(isTarget && anyExtension ? this.#stems : this.#names, folder, name)
      if (isTarget && !anyExtension) this.#versions.set(path, versions.get(path) ?? readVersion(path))
    }
    this.#watchFolders()
    for (const folder of this.#watchers.keys()) this.#findChanges(folder, since)
  }

  close(): void {
    clearTimeout(this.#timer)
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
  }

  #watchFolders(): void {
    const folders = new Set([...this.#names.keys(), ...this.#stems.keys()])
    for (const [folder, watcher] of this.#watchers) {
      if (folders.has(folder)) continue
      watcher.close()
      this.#watchers.delete(folder)
    }
    for (const folder of folders) if (!this.#watchers.has(folder)) this.#watchFolder(folder)
  }

  #watchFolder(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name === null) this.#findChanges(folder, 0)
        else if (this.#isTarget(folder, name)) this.#checkVersion(join(folder, name))
        else if (name === basename(folder)) this.#restartWatcher(folder)
      })
      watcher.on('error', () => {
        this.#restartWatcher(folder)
      })
      this.#watchers.set(folder, watcher)
    } catch {
      // The folder was removed in the meantime.
      this.#report(folder)
    }
  }

  /** After an event of the folder itself: it may have been removed, and created again. */
  #restartWatcher(folder: string): void {
    this.#watchers.get(folder)?.close()
    this.#watchers.delete(folder)
    if (readStats(folder) === undefined) {
      this.#report(folder)
      return
    }
    this.#watchFolder(folder)
    this.#findChanges(folder, 0)
  }

  #isTarget(folder: string, name: string): boolean {
    if (this.#names.get(folder)?.has(name) === true) return true
    const stems = this.#stems.get(folder)
    return stems !== undefined && [...stems].some((stem) => name === stem || name.startsWith(`${stem}.`))
  }

  /** Finds files that changed while their folder was not watched. */
  #findChanges(folder: string, since: number): void {
    for (const name of listNames(folder)) {
      if (!this.#isTarget(folder, name)) continue
      const stats = readStats(join(folder, name))
      if (since === 0) this.#checkVersion(join(folder, name))
      else if (stats !== undefined && stats.ctimeMs > since) this.#report(join(folder, name))
    }
  }

  /** Changes of the access time or of permissions also cause events. */
  #checkVersion(path: string): void {
    const version = readVersion(path)
    if (this.#versions.has(path) && this.#versions.get(path) === version) return
    this.#versions.set(path, version)
    this.#report(path)
  }

  #report(path: string): void {
    this.#changed.add(path)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      const paths = [...this.#changed]
      this.#changed = new Set()
      this.onChange(paths)
    }, DEBOUNCE_MS)
  }
}

/** The folder of the path, or the nearest one above that exists; then `name` is the entry of it that is missing. */
const findWatchedFolder = (path: string): { folder: string; name: string; isTarget: boolean } => {
  let name = path
  let folder = dirname(path)
  while (readStats(folder)?.isDirectory() !== true && dirname(folder) !== folder) {
    name = folder
    folder = dirname(folder)
  }
  return { folder, name: basename(name), isTarget: name === path }
}

const addTo = (names: Map<string, Set<string>>, folder: string, name: string): void => {
  const set = names.get(folder) ?? new Set()
  names.set(folder, set.add(name))
}

const listNames = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const readStats = (path: string): Stats | undefined => {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

const readVersion = (path: string): string | undefined => {
  const stats = readStats(path)
  return stats === undefined
    ? undefined
    : `${String(stats.ino)} ${String(stats.mtimeMs)} ${String(stats.size)}`
}
