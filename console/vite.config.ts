import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'

/** Everything except the files of the console itself belongs to the service. */
const SERVICE_PATHS = '^(/(?!console/)|/console/sign-(in|out)$)'

export default defineConfig(({ mode }) => {
  const target = loadEnv(mode, import.meta.dirname, 'HEDDLE_')['HEDDLE_URL'] ?? 'http://127.0.0.1:2024'
  const proxy = { [SERVICE_PATHS]: { target, changeOrigin: false } }
  return {
    base: '/console/',
    plugins: [react(), tailwindcss()],
    resolve: {
      // The version of this package for browsers uses innerHTML, which the content security policy forbids.
      alias: { 'decode-named-character-reference': join(import.meta.dirname, 'src/model/decode-entity.ts') },
    },
    build: {
      manifest: 'manifest.json',
      // Fonts and images stay files, because the content security policy allows no data: URL for fonts.
      assetsInlineLimit: 0,
      // The polyfill would be an inline script.
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1000,
    },
    server: { proxy },
    preview: { proxy },
  }
})
