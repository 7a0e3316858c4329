import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Options } from 'tsup'

type BuildPlugin = NonNullable<Options['esbuildPlugins']>[number]

/** Those of its window that Squire reads. Not timers and observers: a window that runs no script calls none of its own. */
const windowNames =
  `document navigator Node Text Element HTMLElement HTMLAnchorElement HTMLDivElement HTMLImageElement
  HTMLLIElement DocumentFragment Range Selection Event CustomEvent InputEvent KeyboardEvent`.split(
    /\s+/,
  )

const EXPORT = /export \{\s*Squire_default as default\s*\};?\s*$/

/**
 * Squire works on the globals of the window it is loaded in, and the frame that is written in loads nothing. So its module
 * becomes a function of a window, whose documents and classes it takes in their place: nodes of a frame are instances of no
 * class of the page.
 */
export const squireInFrame: BuildPlugin = {
  name: 'squire-in-frame',
  setup(bundler) {
    bundler.onResolve({ filter: /^squire-rte\/in-frame$/ }, () => ({
      path: createRequire(import.meta.url).resolve('squire-rte/dist/squire-raw.mjs'),
      namespace: 'squire-in-frame',
    }))
    bundler.onLoad({ filter: /./, namespace: 'squire-in-frame' }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      if (!EXPORT.test(source)) throw new Error(`${path} does not end as Squire 2.4.8 does`)
      const head = `export function squireIn(window) {\nconst { ${windowNames.join(', ')} } = window\n`
      return {
        contents: `${head}${source.replace(EXPORT, 'return Squire_default\n}')}`,
        loader: 'js',
      }
    })
  },
}
