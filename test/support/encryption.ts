/** The encryption key of services on PostgreSQL, which have no key file. */
export const TEST_ENCRYPTION_KEY = Buffer.alloc(32, 'test encryption key ').toString('base64')

export const getEncryptionSettings = (databaseUrl: string | undefined): Record<string, string> =>
  databaseUrl?.startsWith('postgres') === true ? { ENCRYPTION_KEY: TEST_ENCRYPTION_KEY } : {}
