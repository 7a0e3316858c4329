import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Options } from 'tsup'
import en from '../../plugin/texts/en.ts'

type BuildPlugin = NonNullable<Options['esbuildPlugins']>[number]

/** Who imports the files of the languages, what of them goes into the bundle, and how the names of its chunks begin. */
const importers = [
  { importer: 'first-texts.ts', parts: ['page'], chunk: '' },
  {
    importer: 'later-texts.ts',
    parts: ['mail', 'contacts', 'filters', 'settings'],
    chunk: 'later-',
  },
  { importer: 'server-texts.ts', parts: ['server', 'refusals', 'refusalsAbout'], chunk: 'server-' },
] as const

/**
 * Puts into a bundle only those texts of a language that it requests. Nothing else depends on it: unbundled, as in tests, each
 * importer finds the whole file.
 */
export const splitTexts: BuildPlugin = {
  name: 'split-texts',
  setup(bundler) {
    bundler.onResolve({ filter: /\/[a-z]{2}(-[A-Z]{2})?\.json$|\/en\.ts$/ }, (imported) => {
      const split = importers.find(({ importer }) => importer === basename(imported.importer))
      if (split === undefined) return undefined
      // esbuild names a chunk for the path.
      return { path: split.chunk + basename(imported.path), namespace: split.importer }
    })
    for (const { importer, parts, chunk } of importers) {
      bundler.onLoad({ filter: /./, namespace: importer }, async ({ path }) => {
        const messages = await messagesOf(path.slice(chunk.length))
        const own = Object.fromEntries(parts.map((part) => [part, messages.get(part)]))
        return { contents: `export default ${JSON.stringify(own)}`, loader: 'js' }
      })
    }
  },
}

async function messagesOf(file: string): Promise<ReadonlyMap<string, unknown>> {
  if (file === 'en.ts') return new Map(Object.entries(en))
  const messages: unknown = JSON.parse(await readFile(`plugin/texts/${file}`, 'utf8'))
  if (typeof messages !== 'object' || messages === null) throw new Error(`${file} holds no texts`)
  return new Map(Object.entries(messages))
}
