/** What the main thread and the thread that builds the UI of a project share. */

export interface UiBuildOptions {
  folder: string
  /** From graph ID to the file with its components. */
  entries: Record<string, string>
  /** Modules that the page provides in addition to React and the SDK. */
  shared: string[]
}

export interface UiFile {
  name: string
  contents: Uint8Array
}

export interface UiBuild {
  graphId: string
  /** Undefined if the build failed. */
  files: UiFile[] | undefined
  /** The errors with their code frames; empty if the build succeeded. */
  problem: string
  /** The files of the project that the build read. After a failure they may be incomplete. */
  inputs: string[]
}

/** The global variable that the script of a graph defines. */
export const toGlobalName = (graphId: string): string => `__LGUI_${graphId.replace(/[^a-zA-Z0-9]/g, '_')}`
