import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsup'
import { makeDirectory, removeDirectory } from '../support/temporary-directory.ts'
import type { BuiltApp } from './fake-api.ts'

const web = fileURLToPath(new URL('../../plugin/web/', import.meta.url))

/** Bundles the browser application as the build does, into memory. */
export async function buildApp(): Promise<BuiltApp> {
  const outDir = await makeDirectory('web')
  try {
    await build({
      config: false,
      silent: true,
      entry: { app: join(web, 'main.tsx') },
      tsconfig: join(web, 'tsconfig.json'),
      outDir,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      noExternal: [/./],
      splitting: false,
      minify: true,
    })
    return {
      script: await readFile(join(outDir, 'app.js'), 'utf8'),
      style: await readFile(join(outDir, 'app.css'), 'utf8'),
    }
  } finally {
    await removeDirectory(outDir)
  }
}
