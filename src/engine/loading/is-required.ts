import { createRequire } from 'node:module'
import { sep } from 'node:path'

const { cache } = createRequire(import.meta.url)

/** True if `require` has loaded a file of this folder. Node.js does not tell which files `import` has loaded. */
export const isRequired = (folder: string): boolean =>
  Object.keys(cache).some((file) => file.startsWith(folder + sep))
