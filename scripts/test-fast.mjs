// `npm run test:fast`: the tests that start no program, from a fresh clone and without Debian packages. Arguments
// name some of these files.
import { say } from './setup/run.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { runPrepared } from './setup/run-prepared.mjs'
import { fastTests } from './tiers/tier-of.mjs'

const wanted = process.argv.slice(2)

async function bundleWanted() {
  const files = fastTests('test')
  const others = wanted.filter((file) => !files.includes(file))
  if (others.length > 0) throw new Error(`not among the fast tests: ${others.join(' ')}`)
  const chosen = wanted.length > 0 ? wanted : files
  // Loaded only now: a fresh clone has no packages before.
  const { bundleTests } = await import('./tiers/bundle-tests.mjs')
  await bundleTests(chosen)
  say(`${chosen.length} test files that start no program`)
}

await runPrepared(
  [ensureDependencies, bundleWanted],
  ['node_modules/ava/entrypoints/cli.mjs', '--config', 'bundled-tests.ava.config.mjs'],
)
