// `npm run package`: everything from a fresh clone to postern-<version>.tar.gz.
import { ensureBuild } from './setup/build.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { runPrepared } from './setup/run-prepared.mjs'

await runPrepared([ensureDependencies, ensureBuild], ['--import=tsx', 'scripts/package/main.ts'])
