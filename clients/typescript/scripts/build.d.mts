import type { BuildOptions } from 'esbuild'

/** How the client is bundled. */
export declare const BUNDLE: BuildOptions
