/** A file system of a few megabytes that can be filled, for tests of a full disk. Mounting requires root. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export interface SmallDisk {
  folder: string
  freeBytes(): number
  /** Leaves no free block. */
  fill(): void
  free(): void
}

const mount = (folder: string, megabytes: number): void => {
  execFileSync(
    'mount',
    ['-t', 'tmpfs', '-o', `size=${String(megabytes)}m,mode=0777`, 'heddle-test', folder],
    {
      stdio: 'pipe',
    },
  )
}

/** Returns why the tests of a full disk cannot run here; undefined if they can. */
export const findMountProblem = (): string | undefined => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-mount-'))
  try {
    mount(folder, 1)
    execFileSync('umount', [folder])
    return undefined
  } catch (error) {
    return `a tmpfs cannot be mounted: ${(error as Error).message.split('\n')[0] ?? ''}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Mounts it for the test that calls this. */
export const mountSmallDisk = (megabytes: number): SmallDisk => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-disk-'))
  mount(folder, megabytes)
  const ballast = join(folder, 'ballast')
  const freeBytes = (): number => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  onTestFinished(() => {
    // Lazy: a process that was killed may still have files open.
    execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    folder,
    freeBytes,
    fill: () => {
      for (let block = 0; freeBytes() > 0; block++) {
        try {
          writeFileSync(`${ballast}-${String(block)}`, Buffer.alloc(Math.max(1, freeBytes())))
        } catch {
          // The load took the rest meanwhile, or the file got all that was left.
        }
      }
    },
    free: () => {
      execFileSync('sh', ['-c', `rm -f "${ballast}"-*`])
    },
  }
}
