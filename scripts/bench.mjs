// `npm run bench`: from a fresh clone to the measured table. Arguments go to scripts/bench/main.ts.
import { ensureBuild } from './setup/build.mjs'
import { ensureDebianPackages } from './setup/debian-packages.mjs'
import { ensureReleaseDependencies } from './setup/dependencies.mjs'
import { runPrepared } from './setup/run-prepared.mjs'

await runPrepared(
  [ensureDebianPackages, ensureReleaseDependencies, ensureBuild],
  ['--import=tsx', 'scripts/bench/main.ts', ...process.argv.slice(2)],
)
