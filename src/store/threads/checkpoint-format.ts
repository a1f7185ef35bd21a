/**
 * The key in a checkpoint's JSON that maps each channel whose value is stored outside the checkpoint to the version of
 * that value.
 */
export const STORED_VERSIONS = 'stored_versions'

/** Returns the versions of the values that are stored outside the checkpoint, by channel. */
export const parseStoredVersions = ({
  checkpoint,
}: {
  checkpoint: string
}): Record<string, number | string> =>
  (JSON.parse(checkpoint) as { [STORED_VERSIONS]?: Record<string, number | string> })[STORED_VERSIONS] ?? {}
