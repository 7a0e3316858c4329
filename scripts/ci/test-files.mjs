import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The paths of all test files below a folder. */
export function testFilesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
    .sort()
}
