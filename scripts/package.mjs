// `npm run package`: everything from a fresh clone to postern-<version>.tar.gz.
import { ensureBuild } from './setup/build.mjs'
import { ensureReleaseDependencies } from './setup/dependencies.mjs'
import { runPrepared } from './setup/run-prepared.mjs'

await runPrepared(
  [ensureReleaseDependencies, ensureBuild],
  ['--import=tsx', 'scripts/package/main.ts'],
)
