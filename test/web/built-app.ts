import { readFile } from 'node:fs/promises'
import type { BuiltApp } from './fake-api.ts'

const built = new URL('../../dist/web/', import.meta.url)

/** The browser application as `npm run build` made it. */
export async function readBuiltApp(): Promise<BuiltApp> {
  return {
    script: await readFile(new URL('app.js', built), 'utf8'),
    style: await readFile(new URL('app.css', built), 'utf8'),
  }
}
