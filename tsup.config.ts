import { defineConfig } from 'tsup'

/** Bundles: the gateway, the worker that sanitizes mail in its own thread, and the page. */
export default defineConfig([
  {
    entry: {
      main: 'plugin/main.ts',
      'sanitize-worker': 'proxy/mail/render/sanitize-worker.ts',
    },
    outDir: 'dist',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Dependencies stay in node_modules: sqlite3 is native, jsdom reads files beside itself.
    skipNodeModulesBundle: true,
    splitting: false,
    sourcemap: true,
    // Both builds run at once: this one must leave the other's folder alone.
    clean: ['!web/**'],
  },
  {
    entry: { app: 'plugin/web/main.tsx' },
    outDir: 'dist/web',
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    tsconfig: 'plugin/web/tsconfig.json',
    // The page loads two files and no more: everything it needs is inside.
    noExternal: [/./],
    splitting: false,
    minify: true,
    sourcemap: false,
    clean: true,
  },
])
