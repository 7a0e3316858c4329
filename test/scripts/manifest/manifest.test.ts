import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import test from 'ava'
import { z } from 'zod'
import {
  manifestJsonSchema,
  ManifestFault,
  parseManifest,
  readManifest,
} from '../../../scripts/manifest/manifest.ts'

const root = new URL('../../../', import.meta.url)
const at = (path: string) => new URL(path, root)

const anyObject = z.record(z.string(), z.unknown())

async function written(): Promise<Record<string, unknown>> {
  return anyObject.parse(JSON.parse(await readFile(at('plugin.manifest.json'), 'utf8')))
}

function problemsOf(value: unknown): readonly string[] {
  try {
    parseManifest(value)
  } catch (error) {
    if (error instanceof ManifestFault) return error.problems
    throw error
  }
  return []
}

test('the manifest has the version and the Node of the package', async (t) => {
  const manifest = await readManifest(at('plugin.manifest.json'))
  const { version, engines } = z
    .object({ version: z.string(), engines: z.object({ node: z.string() }) })
    .parse(JSON.parse(await readFile(at('package.json'), 'utf8')))

  t.is(manifest.version, version)
  t.deepEqual(manifest.engines, engines)
})

test('the published schema is the one that is checked', async (t) => {
  const published: unknown = JSON.parse(
    await readFile(at('plugin/docs/plugin.manifest.schema.json'), 'utf8'),
  )

  t.deepEqual(published, JSON.parse(JSON.stringify(manifestJsonSchema())))
})

test('every source file the manifest names is there', async (t) => {
  const { files, ui } = await readManifest(at('plugin.manifest.json'))
  const sources = [...files.map(({ path }) => path), ui.icon].filter(
    (path) => !path.startsWith('dist/'),
  )

  t.deepEqual(
    sources.filter((path) => !existsSync(at(path))),
    [],
  )
})

test('an unknown key is an error wherever it stands', async (t) => {
  const manifest = await written()

  t.regex(problemsOf({ ...manifest, permisions: [] }).join(), /permisions/)
  t.regex(problemsOf({ ...manifest, health: { liv: '/x' } }).join(), /liv/)
})

test('a permission no one knows is an error', async (t) => {
  const problems = problemsOf({ ...(await written()), permissions: ['net:everything'] })

  t.regex(problems.join(), /^permissions\.0:/)
})

test('paths that leave the release are errors', async (t) => {
  const manifest = await written()
  const hostile = ['../main.js', '/etc/passwd', 'dist/../../x', './x', 'dist//main.js', 'a b', '']

  for (const entry of hostile) t.regex(problemsOf({ ...manifest, entry }).join(), /^entry:/, entry)
})

test('a text of two lines is an error', async (t) => {
  const manifest = await written()

  for (const name of ['a\nactive=yes', 'a\rb', 'a\u2028b', 'a\0b']) {
    t.regex(problemsOf({ ...manifest, name }).join(), /^name:/, JSON.stringify(name))
  }
})

test('every problem is named, not only the first', async (t) => {
  const problems = problemsOf({ ...(await written()), id: 'Postern!', version: 'new' })

  t.deepEqual(
    problems.map((problem) => problem.split(':')[0]),
    ['id', 'version'],
  )
})
