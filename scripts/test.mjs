// `npm test`: everything from a fresh clone to the result of ava. Arguments go to ava.
import { ensureBuild } from './setup/build.mjs'
import { ensureDebianPackages } from './setup/debian-packages.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { runPrepared } from './setup/run-prepared.mjs'

await runPrepared(
  [ensureDebianPackages, ensureDependencies, ensureBuild],
  ['node_modules/ava/entrypoints/cli.mjs', ...process.argv.slice(2)],
)
