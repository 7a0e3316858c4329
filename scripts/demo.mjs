// `npm run demo [-- --port N]`: everything from a fresh clone to a running demo.
import { ensureBuild } from './setup/build.mjs'
import { ensureDemoDependencies } from './setup/dependencies.mjs'
import { runPrepared } from './setup/run-prepared.mjs'

const demo = ['--import=tsx', 'scripts/demo/main.ts', ...process.argv.slice(2)]
await runPrepared([ensureDemoDependencies, ensureBuild], demo)
