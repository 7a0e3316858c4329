import { readFile } from 'node:fs/promises'
import { chunksOf } from '../../../plugin/http/assets/assets.ts'
import type { BuiltApp } from './fake-api.ts'

const built = new URL('../../../dist/web/', import.meta.url)

/** The browser application as `npm run build` made it. */
export async function readBuiltApp(): Promise<BuiltApp> {
  const script = await readFile(new URL('app.js', built), 'utf8')
  return {
    script,
    style: await readFile(new URL('app.css', built), 'utf8'),
    chunks: [...(await chunksOf(script, built))].map(
      ([name, chunk]) => [name, chunk.toString()] as const,
    ),
  }
}
