// `npm test`: everything from a fresh clone to the result of ava. Arguments go to ava.
import { testFilesIn } from './ci/test-files.mjs'
import { ensureBuild } from './setup/build.mjs'
import { ensurePackages } from './setup/packages.mjs'
import { runPrepared } from './setup/run-prepared.mjs'

const given = process.argv.slice(2)
const namesFiles = given.some((argument) => argument.endsWith('.test.ts'))

/** A file that is named runs as it is, so that two may run at one time; all of them as bundles, which start sooner. */
const settings = namesFiles ? [] : ['--config', 'bundled-tests.ava.config.mjs']

async function ensureBundles() {
  if (namesFiles) return
  // Loaded only now: a fresh clone has no packages before.
  const { bundleTests } = await import('./tiers/bundle-tests.mjs')
  await bundleTests(testFilesIn('test'))
}

await runPrepared(
  [ensurePackages, ensureBuild, ensureBundles],
  ['node_modules/ava/entrypoints/cli.mjs', ...settings, ...given],
)
