/**
 * The key in a checkpoint's JSON that maps each channel whose value is stored outside the checkpoint to the version of
 * that value.
 */
export const STORED_VERSIONS = 'stored_versions'
