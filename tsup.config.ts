import { defineConfig } from 'tsup'
import { outsideBundles, packagesInside } from './scripts/setup/packages-inside.mjs'
import { squireInFrame } from './scripts/squire/squire-in-frame.ts'
import { styleAsText } from './scripts/style/style-as-text.ts'
import { splitTexts } from './scripts/texts/split-texts.ts'
import { compressFiles } from './plugin/http/assets/compressed-forms.ts'

/**
 * Bundles: the gateway, the thread in which it reads what others made, the installer with the supervisor
 * and the tools that run as root, and the page. Nothing is removed before a build: names are fixed, and a server that starts meanwhile
 * finds all its files.
 */
export default defineConfig([
  {
    entry: {
      main: 'plugin/main.ts',
      // By name for the tests, which start it with constants of their own (test/support/postern/tuned-main.mjs).
      serve: 'plugin/serve.ts',
      'parsing-worker': 'plugin/parsing/parsing-worker.ts',
    },
    outDir: 'dist',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Packages are inside as well: to find and to read a thousand files of node_modules is half of a start.
    ...packagesInside(outsideBundles),
    // A short command loads its own chunks only.
    splitting: true,
    esbuildPlugins: [splitTexts],
    // Also says which packages are inside (scripts/package).
    sourcemap: true,
  },
  {
    entry: {
      installer: 'scripts/install/main.ts',
      supervisor: 'scripts/supervisor/main.ts',
      'shim-accounts': 'scripts/install/shim-accounts/main.ts',
      'cpanel-helper': 'plugin/panel/cpanel/helper-main.ts',
    },
    outDir: 'dist',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // These run as root, or to say what is wrong with node_modules: everything they need is inside, what several of them
    // need in chunks beside them, once.
    noExternal: [/./],
    splitting: true,
    sourcemap: true,
  },
  {
    entry: { app: 'plugin/web/main.tsx' },
    outDir: 'dist/web',
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    tsconfig: 'plugin/web/tsconfig.json',
    // The page starts with its style, its script and what the script shares with its chunks (preloaded beside it).
    // What it needs later is a chunk, named for its content.
    noExternal: [/./],
    splitting: true,
    minify: true,
    esbuildPlugins: [splitTexts, squireInFrame, styleAsText],
    // Chromium compiles all of it beside the page while it loads, instead of each function when it is first called.
    banner: { js: '//# allFunctionsCalledOnLoad' },
    esbuildOptions(options) {
      // As escapes the texts of other scripts would weigh twice as much.
      options.charset = 'utf8'
    },
    sourcemap: false,
    onSuccess: () => compressFiles(new URL('dist/web/', import.meta.url)),
  },
])
