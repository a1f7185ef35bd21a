interface FileSize {
  file: string
  bytes: number
}

export interface BundleSizes {
  firstLoad: { bytes: number; files: FileSize[] }
  addedBy: { name: string; bytes: number }[]
}

export declare const readBundleSizes: (dist: string) => BundleSizes
