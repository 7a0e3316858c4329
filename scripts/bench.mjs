// `npm run bench`: from a fresh clone to the measured table. Arguments go to scripts/bench/main.ts.
import { ensureBuild } from './setup/build.mjs'
import { ensureDebianPackages } from './setup/debian-packages.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { runPrepared } from './setup/run-prepared.mjs'

await runPrepared(
  [ensureDebianPackages, ensureDependencies, ensureBuild],
  ['--import=tsx', 'scripts/bench/main.ts', ...process.argv.slice(2)],
)
