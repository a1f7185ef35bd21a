/** Tokens of tenants for a server that verifies JWTs with a secret. */
import { SignJWT } from 'jose'

const SECRET = 'a-secret-of-the-tests-with-more-than-32-bytes'

export const TOKEN_ENV = { AUTH_ENABLED: 'true', JWT_SECRET: SECRET }

/** The rate limit counts the requests of each subject separately. */
export const signToken = (tenant: string, subject: string, scope = 'read write'): Promise<string> =>
  new SignJWT({ tenant, scope })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(subject)
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(SECRET))
