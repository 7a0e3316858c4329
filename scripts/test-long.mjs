// `npm run test:long`: what proves durations, storms and thousands of rounds, at full length. Hours. Arguments
// name some of these files.
import { ensureBuild } from './setup/build.mjs'
import { ensurePackages } from './setup/packages.mjs'
import { runPrepared } from './setup/run-prepared.mjs'
import { longTests } from './tiers/tier-of.mjs'

const wanted = process.argv.slice(2)
process.env.LONG_TESTS = '1'

await runPrepared(
  [ensurePackages, ensureBuild],
  [
    'node_modules/ava/entrypoints/cli.mjs',
    // Hours may go by between two results; a test that is stuck has a limit of its own.
    '--timeout=5h',
    ...(wanted.length > 0 ? wanted : longTests('test')),
  ],
)
