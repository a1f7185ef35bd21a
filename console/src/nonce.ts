/** Returns the nonce that the service wrote into index.html, or undefined under `vite dev`, which serves no policy. */
export const readNonce = (): string | undefined => {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce
  return nonce === undefined || nonce === '' || nonce.startsWith('__') ? undefined : nonce
}
