import { readdir, readFile } from 'node:fs/promises'
import type { BuiltApp } from './fake-api.ts'

const built = new URL('../../../dist/web/', import.meta.url)

/** The browser application as `npm run build` made it. */
export async function readBuiltApp(): Promise<BuiltApp> {
  const script = await readFile(new URL('app.js', built), 'utf8')
  const names = (await readdir(built)).filter((name) => script.includes(`./${name}`))
  return {
    script,
    style: await readFile(new URL('app.css', built), 'utf8'),
    chunks: await Promise.all(
      names.map(async (name) => [name, await readFile(new URL(name, built), 'utf8')] as const),
    ),
  }
}
