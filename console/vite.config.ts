/** The console's build. `build.ts` runs it; `src/http/console.ts` serves the result. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npx vite console` finds the service during development of the console. */
const SERVICE = 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react()],
  // The service replaces it with a new nonce in every response.
  html: { cspNonce: 'NONCE' },
  build: {
    target: 'es2024',
    // The first that support light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The content-security policy allows no inline script and `data:` for images alone; a file is cached as well.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The layout engine of the flow graph is one file of 1.5 MB; it loads when a flow is opened.
    chunkSizeWarningLimit: 1600,
  },
  server: {
    proxy: { '^/(?!console/)': { target: SERVICE, changeOrigin: true } },
    watch: { ignored: ['**/console/dist*/**'] },
  },
});
