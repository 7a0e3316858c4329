// `npm run demo`: everything from a fresh clone to a running demo.
import { ensureBuild } from './setup/build.mjs'
import { ensureDemoDependencies } from './setup/dependencies.mjs'
import { runPrepared } from './setup/run-prepared.mjs'

await runPrepared([ensureDemoDependencies, ensureBuild], ['--import=tsx', 'scripts/demo/main.ts'])
