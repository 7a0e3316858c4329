import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import test from 'ava'
import { z } from 'zod'

test('the demo needs no package that its set-up leaves out', async (t) => {
  const { demoTools } = z
    .object({ demoTools: z.array(z.string()) })
    .parse(await import(pathToFileURL('scripts/setup/dependencies.mjs').href))
  const { reachedFrom } = z
    .object({ reachedFrom: z.function({ input: [z.string()], output: reached }) })
    .parse(await import(pathToFileURL('scripts/tiers/tier-of.mjs').href))
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')))

  const needed = ['tsup.config.ts', 'plugin/main.ts', 'plugin/web/main.tsx', 'scripts/demo/main.ts']
    .flatMap((entry) => [...reachedFrom(entry).packages])
    .filter((name) => !name.startsWith('node:'))
    .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)

  t.true(needed.includes('hoodiecrow-imap'))
  const installed = new Set([...Object.keys(dependencies), ...demoTools])
  t.deepEqual(
    [...new Set(needed)].filter((name) => !installed.has(name)),
    [],
  )
})

/** What a source needs when it runs. */
const reached = z.object({ packages: z.set(z.string()) })
