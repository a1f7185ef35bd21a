/** The HTML page of the console and its security headers. */
import { randomBytes } from 'node:crypto'

/** Stands in the built page wherever the nonce belongs. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__'

export const newNonce = (): string => randomBytes(16).toString('base64')

/** The nonce is for the styles that CodeMirror and the scroll lock of dialogs add. */
const buildContentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')

export const buildPageHeaders = (nonce: string): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': buildContentSecurityPolicy(nonce),
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
})

export const fillPage = (page: string, nonce: string): string => page.replaceAll(NONCE_PLACEHOLDER, nonce)

export const renderNotBuiltPage = (nonce: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Heddle console: not built</title>
    <style nonce="${nonce}">
      :root { color-scheme: light dark }
      body { font: 15px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem }
      h1 { font-size: 1.3rem }
    </style>
  </head>
  <body>
    <h1>The console is not built</h1>
    <p>The service is running; only its web console is missing. In the folder of Heddle, run:</p>
    <pre>npm run build</pre>
    <p>Then reload this page. If the build fails, its output names the cause. The npm package and the container image contain the
    built console. <code>CONSOLE=off</code> turns the console off.</p>
    <p>The <a href="/docs/api">API reference</a> works without it.</p>
  </body>
</html>
`
