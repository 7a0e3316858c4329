import { readFile } from 'node:fs/promises'
import { z } from 'zod'

const packageFile = z.object({ version: z.string() })

/** The version in package.json, one folder above this file and above the bundle. */
export async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8')
  return packageFile.parse(JSON.parse(text)).version
}
